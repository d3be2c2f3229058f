"""When things happen by themselves: a release every night, fresh models every week. Both switched on."""

import dagster as dg

from assets.core.settings import Settings
from orchestration.jobs import NIGHTLY, REFRESH, Job, only_found


def schedules(settings: Settings, jobs: dict[str, Job]) -> list[dg.ScheduleDefinition]:
    @dg.schedule(
        name="every_night",
        job=jobs[NIGHTLY],
        cron_schedule="0 2 * * *",
        execution_timezone=settings.timezone,
        default_status=dg.DefaultScheduleStatus.RUNNING,
        description="Tonight's release, at 02:00 local time.",
    )
    def every_night(context: dg.ScheduleEvaluationContext) -> dg.RunRequest:
        night = context.scheduled_execution_time.astimezone(settings.zone).date().isoformat()
        return dg.RunRequest(
            run_key=night,
            partition_key=night,
            run_config=only_found(settings.games),
            tags={"night": night},
        )

    every_week = dg.ScheduleDefinition(
        name="every_week",
        job=jobs[REFRESH],
        cron_schedule="0 12 * * 0",
        execution_timezone=settings.timezone,
        default_status=dg.DefaultScheduleStatus.RUNNING,
        description="The models fitted anew on Sundays at noon, for use from Monday.",
    )
    return [every_night, every_week]
