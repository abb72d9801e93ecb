"""A few of the odd calls, in threads."""

import odd


def test_odd_calls_end_in_exceptions():
    errors = odd.main(4_000, 7, 4)
    assert 400 < errors < 4_000
