"""From blocks to jobs: the games of a mirrored block, with their seeds."""

from __future__ import annotations

import numpy as np
from numba import from_dtype, types

from rfsim.jit import jit_entry
from rfsim.randomness import derived_seed
from rfsim.riftforce.core.play import Job, one
from rfsim.riftforce.core.state import GUILDS_A_SEAT, SEATS

#: One game of a block: who gets which of the block's decks and players, and who starts.
arrangement_type = np.dtype(
    [
        ("deck", np.uint8, (SEATS,)),  # the deck that each seat gets
        ("player", np.uint8, (SEATS,)),  # the player that sits at each seat
        ("first", np.uint8),
        ("side_a", np.uint8),  # the side that deck 0 is on in this game
        ("side_of_player", np.uint8),  # the side that player 0 is on in this game
        ("side_first", np.uint8),  # the side that acts first
    ],
    align=True,
)
#: Seeds of a block: SEATS for the decks, then SEATS for the players' thoughts.
PLAYER_SEEDS = SEATS


@jit_entry(
    types.void(
        one(Job),
        types.Array(types.uint8, 3, "C"),
        one(types.int64),
        one(types.uint64),
        one(from_dtype(arrangement_type)),
        types.boolean,
    )
)
def fill_jobs(jobs, decks, matchups, seeds, arrangements, same_thoughts):
    """Fill in the jobs of some blocks, block by block.

    `decks` (matchups x seats x 4): guild indices. `matchups`: that of each game. `seeds`: that of each block. With
    `same_thoughts` all players of a block get one stream, so that a strategy against itself comes out even.
    """
    n = 0
    for block in range(len(seeds)):
        for a in range(len(arrangements)):
            arrangement, job = arrangements[a], jobs[n]
            job.first = arrangement.first
            for seat in range(SEATS):
                deck = np.int64(arrangement.deck[seat])
                player = np.int64(arrangement.player[seat])
                job.player[seat] = player
                job.deck_seed[seat] = derived_seed(seeds[block], deck)
                job.thought_seed[seat] = derived_seed(seeds[block], PLAYER_SEEDS + (0 if same_thoughts else player))
                for place in range(GUILDS_A_SEAT):
                    job.guilds[seat, place] = decks[matchups[n], deck, place]
            n += 1


@jit_entry(types.void(one(types.uint64), types.uint64, one(types.int64), one(types.int64)))
def fill_seeds(seeds, study_seed, matchups, repetitions):
    """A block's seed depends on the study's seed, its matchup and its repetition, on nothing else."""
    for block in range(len(seeds)):
        seeds[block] = derived_seed(derived_seed(study_seed, matchups[block]), repetitions[block])
