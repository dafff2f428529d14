"""From blocks to jobs: the games of a mirrored block, with their seeds."""

from __future__ import annotations

import numpy as np
from numba import from_dtype, types

from rfsim.elemental.core.play import Job, one
from rfsim.elemental.core.state import SEATS
from rfsim.jit import jit_entry
from rfsim.randomness import derived_seed

#: One game of a block: what deck is dealt, who sits where, and who starts.
arrangement_type = np.dtype(
    [
        ("deck", np.uint8),  # which of the block's decks is dealt
        ("player", np.uint8, (SEATS,)),  # the player that sits at each seat
        ("first", np.uint8),
        ("side_a", np.uint8),  # there are no decks to be told apart: seat 0
        ("side_of_player", np.uint8),  # the seat of the first player with strategy a in this game
        ("plays_a", np.uint8, (SEATS,)),  # 1 where strategy a sits
        ("side_first", np.uint8),  # the seat that starts
    ],
    align=True,
)
#: Seeds of a block: SEATS for the players' thoughts, then one for each deck.
DECK_SEEDS = SEATS


@jit_entry(
    types.void(one(Job), one(types.uint64), one(from_dtype(arrangement_type)), types.boolean),
)
def fill_jobs(jobs, seeds, arrangements, same_thoughts):
    """Fill in the jobs of some blocks, block by block; `seeds`: that of each block.

    With `same_thoughts` all players of a block get one stream.
    """
    n = 0
    for block in range(len(seeds)):
        for a in range(len(arrangements)):
            arrangement, job = arrangements[a], jobs[n]
            job.first = arrangement.first
            job.deck_seed = derived_seed(seeds[block], DECK_SEEDS + np.int64(arrangement.deck))
            for seat in range(SEATS):
                player = np.int64(arrangement.player[seat])
                job.player[seat] = player
                job.thought_seed[seat] = derived_seed(seeds[block], 0 if same_thoughts else player)
            n += 1


@jit_entry(types.void(one(types.uint64), types.uint64, one(types.int64), one(types.int64)))
def fill_seeds(seeds, study_seed, matchups, repetitions):
    """A block's seed depends on the study's seed, its matchup and its repetition, on nothing else."""
    for block in range(len(seeds)):
        seeds[block] = derived_seed(derived_seed(study_seed, matchups[block]), repetitions[block])
