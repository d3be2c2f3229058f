"""The lake: whole files or none, damage noticed, digests that depend on content alone."""

from __future__ import annotations

import os
from datetime import date
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from warehouse import lake as lake_module
from warehouse.digest import content_digest
from warehouse.home import Home, HomeError, sweep
from warehouse.lake import (
    DamagedFile,
    Lake,
    MissingPartition,
    Origin,
    Partition,
    rows_to_table,
)
from warehouse.schema import PREDICTION

ORIGIN = Origin("pick/features", "run-1", "code-1", ("verdict/night=2026-11-15/game=pick@abc",), "recipe-1")
PARTITION = Partition("feature", "2026-11-15", "pick")


def table(*values: float) -> pa.Table:
    return rows_to_table(
        "feature",
        [
            {
                "batch": "2026-11-15",
                "night": date(2026, 11, 15),
                "game": "pick",
                "puzzle_id": f"{n:016x}",
                "features": {"a": value, "b": 1.0},
            }
            for n, value in enumerate(values)
        ],
    )


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return Lake(tmp_path / "lake")


def test_what_is_written_is_read(lake: Lake) -> None:
    stamp = lake.write(PARTITION, table(1, 2), ORIGIN)
    assert lake.read(PARTITION).equals(table(1, 2))
    assert lake.stamp(PARTITION) == stamp
    assert (stamp.rows, stamp.asset, stamp.inputs) == (2, "pick/features", ORIGIN.inputs)
    assert lake.path(PARTITION).relative_to(lake.root).as_posix() == "feature/night=2026-11-15/game=pick.parquet"


def test_collections_and_shards_have_their_own_files(lake: Lake) -> None:
    for partition in (
        Partition("feature", "founding", "pick"),
        Partition("feature", "2026-11-15", "pick", "7"),
    ):
        lake.write(partition, table(1), ORIGIN)
    assert [str(partition) for partition in lake.partitions("feature")] == [
        "feature/collection=founding/game=pick",
        "feature/night=2026-11-15/game=pick.shard=7",
    ]
    assert list(lake.partitions("feature", "other")) == []


COLUMNS = {
    "text": (pa.string(), ["a", None, "", "bc", "d"], ["a", None, "", "b", "cd"]),
    "number": (pa.float64(), [1.5, None, float("nan"), -0.0, 2.0], [1.5, None, float("nan"), 0.0, 2.0]),
    "whole": (pa.int32(), [1, None, 3, 4, 5], [1, 0, 3, 4, 5]),
    "said": (pa.bool_(), [True, None, False, True, True], [True, None, None, True, True]),
    "day": (pa.date32(), [date(2026, 1, 1), None, *[date(2026, 1, 2)] * 3], [None, *[date(2026, 1, 1)] * 4]),
    "list": (pa.list_(pa.string()), [["a"], None, [], ["b", "c"], ["d"]], [["a"], None, [], ["b"], ["c", "d"]]),
    "map": (
        pa.map_(pa.string(), pa.float64()),
        [{"a": 1.0}, None, {}, {"a": 2.0, "b": 3.0}, {"c": 4.0}],
        [{"a": 1.0}, {}, {}, {"a": 2.0, "b": 3.0}, {"c": 4.0}],
    ),
}


@pytest.mark.parametrize("name", COLUMNS)
def test_digest_of_every_kind_of_column(name: str) -> None:
    """However it is cut up and wherever it lies in memory; another value is another digest."""
    kind, values, others = COLUMNS[name]
    whole = pa.table({name: pa.array(values, kind)})
    expected = content_digest(whole)
    for cut in range(len(values) + 1):
        assert content_digest(pa.concat_tables([whole.slice(0, cut), whole.slice(cut)])) == expected
    padded = pa.concat_tables([whole, whole, whole]).combine_chunks().slice(len(values), len(values))
    assert content_digest(padded) == expected
    assert content_digest(pa.table({name: pa.array(others, kind)})) != expected
    assert content_digest(whole.slice(1)) != expected
    hidden = pa.array(values, kind)
    if name == "whole":  # what lies under a null does not count, nor how wide a number is
        under = pa.Array.from_buffers(
            kind,
            5,
            [
                hidden.buffers()[0],
                pa.py_buffer(b"\1\0\0\0\7\0\0\0" + b"".join(number.to_bytes(4, "little") for number in (3, 4, 5))),
            ],
        )
        assert content_digest(pa.table({name: under})) == expected
        assert content_digest(pa.table({name: hidden.cast(pa.int64())})) == expected


def test_digest_is_of_the_content_alone(lake: Lake) -> None:
    one, two = table(1, 2, 3), pa.concat_tables([table(1, 2, 3).slice(0, 1), table(1, 2, 3).slice(1)])
    assert content_digest(one) == content_digest(two)
    assert content_digest(one) != content_digest(table(1, 2, 4))
    assert content_digest(one) != content_digest(one.slice(1))
    assert content_digest(one) != content_digest(one.rename_columns([*one.column_names[:-1], "other"]))
    first = lake.write(PARTITION, one, ORIGIN)
    again = lake.write(PARTITION, two, Origin("other", "run-2", "code-2"))
    assert first.digest == again.digest


def test_a_failed_write_leaves_the_old_partition(lake: Lake, monkeypatch: pytest.MonkeyPatch) -> None:
    lake.write(PARTITION, table(1), ORIGIN)

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    for name, module in (("write_table", lake_module.pq), ("replace", os)):
        with monkeypatch.context() as patch:
            patch.setattr(module, name, full)
            with pytest.raises(OSError, match="No space left"):
                lake.write(PARTITION, table(1, 2), ORIGIN)
        assert lake.read(PARTITION).equals(table(1))
        assert [path.name for path in lake.path(PARTITION).parent.iterdir()] == ["game=pick.parquet"]


def test_a_table_with_wrong_columns_is_refused(lake: Lake) -> None:
    with pytest.raises((KeyError, pa.ArrowInvalid)):
        lake.write(PARTITION, table(1).drop_columns(["features"]), ORIGIN)
    assert not lake.path(PARTITION).exists()


def test_missing_and_damaged_files_are_told_apart(lake: Lake) -> None:
    with pytest.raises(MissingPartition, match=r"feature/night=2026-11-15/game=pick has not been made"):
        lake.read(PARTITION)
    assert lake.read_or_none(PARTITION) is None
    lake.write(PARTITION, table(*range(500)), ORIGIN)
    path = lake.path(PARTITION)
    whole = path.read_bytes()
    for damage in (whole[:50], b"", b"not parquet at all", whole[:-3] + b"XXX"):
        path.write_bytes(damage)
        with pytest.raises(DamagedFile, match=r"tsume nightly --night 2026-11-15"):
            lake.read(PARTITION)
        assert lake.stamp(PARTITION) is None


def test_every_flipped_byte_of_the_data_is_noticed(lake: Lake) -> None:
    lake.write(PARTITION, table(*range(50)), ORIGIN)
    path, good = lake.path(PARTITION), lake.read(PARTITION)
    whole = path.read_bytes()
    footer = int.from_bytes(whole[-8:-4], "little") + 8
    unnoticed = []
    for place in range(4, len(whole) - footer, 7):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0x10]) + whole[place + 1 :])
        try:
            if not lake.read(PARTITION).equals(good):
                unnoticed.append(place)
        except DamagedFile:
            pass
    assert not unnoticed


def test_an_unusable_root_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(HomeError, match=r"cannot write to TSUME_HOME .*file/root"):
        Home(tmp_path / "file" / "root").prepare()


def test_sweep_removes_only_old_leftovers(tmp_path: Path) -> None:
    old, young, kept = tmp_path / ".a.tmp", tmp_path / "b" / ".c.tmp", tmp_path / "d.parquet"
    folder = tmp_path / ".release.tmp"
    folder.mkdir()
    (folder / "x").write_text("")
    young.parent.mkdir()
    for path in (old, young, kept):
        path.write_text("")
    for path in (old, folder):
        os.utime(path, (1, 1))
    sweep(tmp_path)
    assert sorted(path.name for path in tmp_path.rglob("*")) == [".c.tmp", "b", "d.parquet"]


def test_files_of_an_earlier_version(lake: Lake) -> None:
    """A column that may be null is added; other columns have to be made again, and the file is named."""
    lake.write(PARTITION, table(1, 2), ORIGIN)
    path = lake.path(PARTITION)
    footer = pq.read_schema(path).metadata
    pq.write_table(table(1, 2).drop_columns(["night"]).replace_schema_metadata(footer), path)
    assert lake.read(PARTITION).column("night").null_count == 2
    pq.write_table(table(1, 2).drop_columns(["game"]).replace_schema_metadata(footer), path)
    with pytest.raises(DamagedFile, match=r"earlier version with other columns \(game\)"):
        lake.read(PARTITION)


def test_predictions_of_before_there_was_japanese(lake: Lake) -> None:
    """They are read, beside those of today, with nothing said in Japanese."""
    nights = [Partition("prediction", night, "tspin") for night in ("2026-11-14", "2026-11-15")]
    for number, partition in enumerate(nights):
        lake.write(partition, rows_to_table("prediction", [predicted(partition.batch, f"{number:016x}")]), ORIGIN)
    old = lake.path(nights[0])
    kept = pq.read_table(old)
    pq.write_table(kept.drop_columns(["reason_ja"]).replace_schema_metadata(kept.schema.metadata), old)
    assert lake.read_all("prediction").column("reason_ja").to_pylist() == [None, "多くの問題より難しい。"]
    assert lake.stamp(nights[0]) is not None


def predicted(batch: str, puzzle_id: str) -> dict[str, object]:
    """A row of predictions."""
    values = {"DOUBLE": 3.0, "BIGINT": 3}
    row = {column.name: values.get(column.type, "x") for column in PREDICTION.columns}
    whose = {"batch": batch, "night": date.fromisoformat(batch), "game": "tspin", "puzzle_id": puzzle_id}
    told = {"interest_reasons": [], "difficulty_reasons": [], "reason_ja": "多くの問題より難しい。"}
    return row | whose | told
