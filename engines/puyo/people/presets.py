"""The features that the models of the Nazo Puyo paper used. It prints no settings for them."""

from __future__ import annotations

# Nazo Puyo paper, 5.2.1: those of the earlier paper; 5.2.2: its own.
READS_EARLIER = (
    "puyoNum",
    "correctNum",
    "sqrtCorrectNum",
    "deletableNum",
    "dropNum",
    "colorNum",
    "chigiriNum",
    "maxHeight",
    "chainHeight",
    "chainUpDown",
    "chainLeftRight",
    "zigzagza",
    "width",
)
READS_ALL = (
    *READS_EARLIER,
    "leastChigiriNum",
    "putPuyoDeletedNum",
    "putPuyoDeletedColor",
    "corner_pair",
    "corner_trio",
    "surface_samecolor_pair_next",
    "surface_samecolor_pair_nexnex",
    "surface_samecolor_trio_next",
    "surface_samecolor_trio_nexnex",
    "used_hand_num_in_1st_chain",
    "used_hand_num_in_2nd_chain",
    "used_hand_num_in_3rd_chain",
    "secondTurnCorrect",
)
