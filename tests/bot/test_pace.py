"""Paces, quiet hours, time on a clock: pure arithmetic, with the days on which clocks are changed."""

from __future__ import annotations

import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot import absence, hours, pace
from bot.errors import Sorry
from bot.pace import DAY, HOUR, MINUTE, Night

BERLIN, NEW_YORK = "Europe/Berlin", "America/New_York"


def at(zone: str, *when: int, fold: int = 0) -> float:
    return datetime.datetime(*when, tzinfo=ZoneInfo(zone), fold=fold).timestamp()  # type: ignore[arg-type, misc]


# ---- specs -------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("written", "spec", "seconds", "back", "night"),
    [("36h", "1d12h", 36 * HOUR, None, False), ("2 days", "2d", 2 * DAY, None, False),
     ("90 min", "1h30m", 5400, None, False),
     ("7d+8h", "7d+8h", 7 * DAY, 8 * HOUR, False), ("7 d + 8 h nights", "7d+8h night", 7 * DAY, 8 * HOUR, True),
     ("1 day, 6 hours", "1d6h", 30 * HOUR, None, False), ("2 Wochen", "14d", 14 * DAY, None, False),
     ("1d12h night", "1d12h night", 36 * HOUR, None, True), ("3d+0h", "3d+0h", 3 * DAY, 0, False)],
)  # fmt: skip
def test_a_pace_is_what_was_written(written: str, spec: str, seconds: int, back: int | None, night: bool) -> None:
    found = pace.read(written)
    assert (pace.spec(found), found.seconds, found.back, found.clock, found.night) == (
        spec, seconds, back or 0, back is not None, night,
    )  # fmt: skip
    assert pace.read(pace.spec(found)) == found
    assert pace.pace(found.id) == found


@pytest.mark.parametrize(
    "written", ["", "soon", "36", "h", "5m", "31d", "7d+", "+8h", "7d+8d", "1d+2d", "30m+1m", "-3h", "1h1d"]
)
def test_what_is_no_pace_is_refused_in_words(written: str) -> None:
    with pytest.raises(Sorry) as sorry:
        pace.read(written)
    assert len(str(sorry.value)) > 20


def test_a_spec_that_says_the_same_as_a_preset_is_that_preset() -> None:
    for preset in pace.PACES:
        assert pace.read(pace.spec(preset)) == preset == pace.pace(preset.id)
    assert pace.read("48 hours").id == "relaxed"
    assert str(pace.pace("relaxed").name) == "relaxed: 2 days a turn"
    assert str(pace.pace("36h").name) == "1 day and 12 hours a turn"
    assert str(pace.pace("7d+8h").name) == "7 days for the whole match, and 8 hours back after each turn"


@given(st.integers(10, 30 * 1440), st.integers(-1, 7 * 1440), st.booleans())
def test_every_pace_survives_its_way_through_an_id(minutes: int, back: int, night: bool) -> None:
    spec = pace.short(minutes * 60) + (f"+{pace.short(back * 60)}" if back >= 0 else "") + (" night" if night else "")
    try:
        found = pace.read(spec)
    except Sorry:
        assert back > minutes or (back >= 0 and minutes < 60)
        return
    assert pace.decoded(pace.code(found.id)) == found.id
    assert len(pace.code(found.id)) <= 7


def test_letters_of_presets_are_their_codes_for_ever() -> None:
    """They stand in the ids of old panels."""
    assert [pace.code(each.id) for each in pace.PACES] == ["r", "d", "b", "w", "c", "f"]
    for text in ("x", "t", "tzz", "c0a0", "T0a0000"):
        with pytest.raises((Sorry, ValueError)):
            pace.decoded(text)


# ---- quiet hours -------------------------------------------------------------------------------------------------------
@pytest.mark.field(78)
@pytest.mark.parametrize(
    ("quiet", "zone", "now", "ends"),
    [
        ((22, 7), BERLIN, (2026, 6, 1, 23, 30), (2026, 6, 2, 7)),  # over midnight
        ((22, 7), BERLIN, (2026, 6, 2, 0, 0), (2026, 6, 2, 7)),
        ((22, 7), BERLIN, (2026, 6, 2, 6, 59), (2026, 6, 2, 7)),
        ((22, 7), BERLIN, (2026, 6, 2, 7, 0), (2026, 6, 2, 7, 0)),
        ((22, 7), BERLIN, (2026, 6, 2, 21, 59), (2026, 6, 2, 21, 59)),
        ((22, 7), BERLIN, (2026, 6, 2, 22, 0), (2026, 6, 3, 7)),
        ((9, 17), NEW_YORK, (2026, 6, 1, 12, 0), (2026, 6, 1, 17)),  # a working day
        ((0, 6), NEW_YORK, (2026, 6, 1, 0, 0), (2026, 6, 1, 6)),
        ((23, 0), BERLIN, (2026, 6, 1, 23, 15), (2026, 6, 2, 0)),
        ((22, 7), BERLIN, (2026, 3, 28, 23, 0), (2026, 3, 29, 7)),  # clocks go forward
        ((22, 7), BERLIN, (2026, 10, 24, 23, 0), (2026, 10, 25, 7)),  # and back
        ((22, 2), BERLIN, (2026, 3, 28, 23, 0), (2026, 3, 29, 3)),  # 2 o'clock does not come that day
        ((2, 7), NEW_YORK, (2026, 11, 1, 3, 0), (2026, 11, 1, 7)),
    ],
)  # fmt: skip
def test_when_quiet_hours_end(quiet: tuple[int, int], zone: str, now: tuple[int, ...], ends: tuple[int, ...]) -> None:
    night = pace.quiet_hours(quiet, zone)
    assert night is not None
    assert night.ends(at(zone, *now)) == at(zone, *ends)


def test_an_hour_that_comes_twice_is_wholly_quiet() -> None:
    """On 25 October 2026 in Berlin two o'clock comes twice."""
    night = Night(22, 3, BERLIN)
    assert night.ends(at(BERLIN, 2026, 10, 25, 2, 30)) == at(BERLIN, 2026, 10, 25, 3)
    assert night.ends(at(BERLIN, 2026, 10, 25, 2, 30, fold=1)) == at(BERLIN, 2026, 10, 25, 3)
    assert Night(2, 3, BERLIN).ends(at(BERLIN, 2026, 10, 25, 2, 0)) - at(BERLIN, 2026, 10, 25, 2, 0) == 2 * HOUR
    until_two = Night(22, 2, BERLIN)
    assert until_two.ends(at(BERLIN, 2026, 10, 25, 1, 59)) == at(BERLIN, 2026, 10, 25, 2, fold=1)


def test_an_hour_that_is_left_out_is_nobodys_quiet_hour() -> None:
    """On 29 March 2026 in Berlin three o'clock follows one second after 1:59:59."""
    three = at(BERLIN, 2026, 3, 29, 3)
    assert Night(2, 3, BERLIN).ends(three - 1) == three - 1
    assert Night(2, 3, BERLIN).ends(three) == three
    assert Night(1, 2, BERLIN).ends(three - 60) == three


@pytest.mark.parametrize(
    ("day", "length"),
    [((2026, 3, 28), 8 * HOUR), ((2026, 3, 27), 9 * HOUR), ((2026, 10, 24), 10 * HOUR), ((2026, 10, 25), 9 * HOUR)],
)
def test_a_night_is_as_long_as_it_is(day: tuple[int, int, int], length: int) -> None:
    evening = at(BERLIN, *day, 22)
    assert Night(22, 7, BERLIN).ends(evening) - evening == length


@pytest.mark.parametrize(
    ("name", "ahead"),
    [("Europe/Berlin", 1.0), ("UTC+05:30", 5.5), ("UTC-03:30", -3.5), ("UTC", 0.0), ("no/such", 0.0),
     (hours.fixed(-9.5), -9.5), (hours.fixed(12.75), 12.75)],
)  # fmt: skip
def test_zones(name: str, ahead: float) -> None:
    winter = datetime.datetime.fromtimestamp(at("UTC", 2026, 1, 15), hours.zone(name))
    assert winter.utcoffset() == datetime.timedelta(hours=ahead)


def test_nobody_stretches_a_match_by_wide_quiet_hours() -> None:
    assert pace.night((8, 7), BERLIN) == Night(8, 18, BERLIN)
    assert pace.night((22, 7), BERLIN) == Night(22, 7, BERLIN)
    assert pace.night(None, "") == Night(*pace.NIGHT, "UTC")
    assert pace.night((5, 5), BERLIN) == Night(*pace.NIGHT, BERLIN)


# ---- time that runs ----------------------------------------------------------------------------------------------------
moments = st.floats(at("UTC", 2025, 1, 1), at("UTC", 2027, 12, 31))
nights = st.builds(
    Night, st.integers(0, 23), st.integers(0, 23),
    st.sampled_from([BERLIN, NEW_YORK, "UTC", "Asia/Kolkata", "Australia/Lord_Howe", "America/Sao_Paulo", "UTC-09:30"]),
)  # fmt: skip


@given(moments, st.floats(0, 40 * DAY), nights)
@example(at(BERLIN, 2026, 3, 28, 12), DAY * 1.0, Night(22, 2, BERLIN))
@example(at(BERLIN, 2026, 10, 24, 12), DAY * 1.0, Night(22, 2, BERLIN))
def test_time_that_has_run_is_the_time_that_was_given(start: float, seconds: float, night: Night) -> None:
    end = pace.after(start, seconds, night)
    assert end >= start + seconds - 1e-3
    assert pace.ran(start, end, night) == pytest.approx(seconds, abs=1e-2)


@given(moments, nights)
def test_nights_follow_each_other(now: float, night: Night) -> None:
    before = None
    for (start, end), _ in zip(night.spans(now), range(5), strict=False):
        assert start < end
        assert end > now
        assert before is None or before <= start + 2 * HOUR
        assert end - start < 26 * HOUR
        before = end


@given(moments, nights)
def test_nobody_is_quiet_at_the_end_of_their_quiet_hours(now: float, night: Night) -> None:
    end = night.ends(now)
    assert end >= now
    if (night.end - night.start) % 24 < 22:
        assert night.ends(end) == end


def test_a_clock_stands_still_at_night() -> None:
    evening = at(BERLIN, 2026, 6, 1, 21)
    night = Night(22, 8, BERLIN)
    assert pace.after(evening, 1 * HOUR, night) == at(BERLIN, 2026, 6, 1, 22)
    assert pace.after(evening, 2 * HOUR, night) == at(BERLIN, 2026, 6, 2, 9)
    assert pace.ran(evening, at(BERLIN, 2026, 6, 2, 7), night) == HOUR
    assert pace.after(evening, 2 * HOUR, None) == evening + 2 * HOUR
    assert pace.ran(at(BERLIN, 2026, 6, 1, 23), at(BERLIN, 2026, 6, 2, 1), night) == 0


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "0 minutes"), (MINUTE, "1 minute"), (HOUR, "1 hour"), (36 * HOUR, "1 day and 12 hours"), (2 * DAY, "2 days"),
     (DAY + HOUR + MINUTE, "1 day, 1 hour and 1 minute")],
)  # fmt: skip
def test_lengths_in_words(seconds: int, words: str) -> None:
    assert str(pace.length(seconds)) == words


# ---- being away --------------------------------------------------------------------------------------------------------
NOW = at("UTC", 2026, 6, 1, 12)


@pytest.mark.field(78)
def test_an_absence_is_limited() -> None:
    spans, told = absence.leave((), (), NOW, NOW + 3 * DAY)
    assert spans == ((NOW, NOW + 3 * DAY),)
    for until in (NOW + 60, NOW - DAY, NOW + 14 * DAY + 1):
        with pytest.raises(Sorry):
            absence.leave((), (), NOW, until)
    # Longer, while away: it is one absence.
    later = NOW + DAY
    spans, told = absence.leave(spans, told, later, NOW + 14 * DAY)
    assert spans == ((NOW, NOW + 14 * DAY),)
    with pytest.raises(Sorry, match="14 days at a time"):
        absence.leave(spans, (), later, NOW + 15 * DAY)
    # Told twice in a week is enough; a week later it may be told again.
    with pytest.raises(Sorry, match="2 times in 7 days"):
        absence.leave(spans, told, later + HOUR, NOW + 10 * DAY)
    assert absence.leave(spans, told, NOW + 7 * DAY + 1, NOW + 12 * DAY)[0] == ((NOW, NOW + 12 * DAY),)


@pytest.mark.field(78)
def test_thirty_days_in_ninety() -> None:
    spans = ((NOW, NOW + 14 * DAY), (NOW + 20 * DAY, NOW + 34 * DAY))
    with pytest.raises(Sorry, match="2 days are left"):
        absence.leave(spans, (), NOW + 40 * DAY, NOW + 43 * DAY)
    assert len(absence.leave(spans, (), NOW + 40 * DAY, NOW + 42 * DAY)[0]) == 3
    # Ninety days on, what is long ago counts no more.
    kept, _ = absence.leave(spans, (), NOW + 105 * DAY, NOW + 119 * DAY)
    assert kept == ((NOW + 20 * DAY, NOW + 34 * DAY), (NOW + 105 * DAY, NOW + 119 * DAY))


def test_back_before_the_time_saves_the_rest() -> None:
    spans = absence.come_back(((NOW, NOW + 14 * DAY),), NOW + 2 * DAY)
    assert spans == ((NOW, NOW + 2 * DAY),)
    assert absence.allowance(spans, NOW + 2 * DAY) == 28 * DAY
    for gone in ((), spans):
        with pytest.raises(Sorry, match="not away"):
            absence.come_back(gone, NOW + 3 * DAY)


@given(st.lists(st.tuples(st.integers(0, 20 * 24), st.integers(-1, 16 * 24)), max_size=40))
def test_no_ninety_days_hold_more_than_thirty_of_absence(steps: list[tuple[int, int]]) -> None:
    """Whatever somebody tries: going, staying on, coming back."""
    spans: absence.Spans = ()
    told: tuple[float, ...] = ()
    every: list[tuple[float, float]] = []
    now = NOW
    for wait, long in steps:
        now += wait * HOUR
        try:
            if long < 0:
                spans = absence.come_back(spans, now)
            else:
                spans, told = absence.leave(spans, told, now, now + long * HOUR)
        except Sorry:
            continue
        every = [span for span in every if span[0] != spans[-1][0]] + [spans[-1]]
    for _, end in every:
        within = sum(max(0.0, min(e, end) - max(s, end - absence.WITHIN)) for s, e in every)
        assert within <= absence.MOST
    assert all(end - start <= absence.LONGEST for start, end in every)


@pytest.mark.parametrize(
    ("text", "until"),
    [("3d", NOW + 3 * DAY), ("a lot", None), ("", None), ("2026-06-05", at(BERLIN, 2026, 6, 6)), 
     ("5.6.", at(BERLIN, 2026, 6, 6)), ("31.5.", at(BERLIN, 2027, 6, 1)), ("24.12.2026", at(BERLIN, 2026, 12, 25)),
     ("2026-02-30", None), ("2 weeks", NOW + 14 * DAY), ("9999-12-31", None)],
)  # fmt: skip
def test_until_when_somebody_is_away(text: str, until: float | None) -> None:
    assert absence.moment(text, NOW, BERLIN) == until
