"""Tests that pass with script pass without too."""

# ruff: noqa: F401 (pytest collects what is imported)

import pytest

from tests.audits.test_moves_from_here import (
    test_a_row_that_is_pointed_at_shows_on_the_board,
    test_moves_are_sorted_and_followed,
)
from tests.audits.test_stale import (
    test_a_double_click_is_one_move,
    test_a_page_returned_to_after_another_tab_went_on,
    test_a_tab_that_is_behind_gets_the_true_board,
)
from tests.e2e.test_help import (
    test_a_hint_names_a_best_cell_and_says_why,
    test_a_lost_game_is_retried_where_it_turned,
    test_a_score_that_was_reset_is_brought_back_where_it_was_reset,
    test_the_replies_to_a_quiet_move_are_a_switch_away,
    test_why_can_be_asked_at_length,
)
from tests.e2e.test_keyboard import (
    test_a_game_against_the_computer,
    test_a_game_by_commands,
)
from tests.e2e.test_path import (
    test_a_touched_cell_says_its_idea_and_keeps_the_focus,
    test_three_puzzles_do_a_lesson_and_the_path_goes_on,
)
from tests.e2e.test_play import test_a_first_visit_is_ready_to_play
from tests.e2e.test_puzzles import (
    test_a_puzzle_is_found_tried_and_solved,
    test_a_set_is_made_shared_and_played,
    test_the_answer_is_told_and_stepped_through,
)
from tests.e2e.test_replays import (
    test_a_click_tries_a_variation,
    test_a_finished_game_is_reviewed,
    test_a_mistake_is_retried_from_the_review,
    test_links_step_and_keep_the_focus,
)
from tests.e2e.test_search import (
    test_a_board_leads_to_its_visit_and_a_number_too,
    test_a_guess_is_answered_on_request,
    test_a_step_keeps_the_focus_so_that_a_key_steps_on,
    test_cut_offs_are_found_and_branches_left,
    test_the_reply_of_a_program_leads_to_its_search,
)


@pytest.fixture(params=[False], ids=["no-script"])
def script(request: pytest.FixtureRequest) -> bool:
    """Whether pages may run scripts."""
    return bool(request.param)
