"""Every example of a docstring and of the README."""

import doctest
import inspect
import pathlib

import pytest

import chuhe

ROOT = pathlib.Path(__file__).resolve().parent.parent


def documented():
    """All names of the package with their docstrings, members of classes included."""
    modules = [chuhe, chuhe.errors, chuhe.engine]
    for module in modules:
        yield module.__name__, module.__doc__
    for name in chuhe.__all__:
        value = getattr(chuhe, name)
        if inspect.isclass(value) or inspect.isroutine(value):
            yield name, value.__doc__
        for member, found in members(value):
            if found.__doc__:
                yield f"{name}.{member}", found.__doc__


def members(value):
    """The public members of a class, those of its bases in this package included."""
    bases = value.__mro__ if inspect.isclass(value) else ()
    for base in bases:
        if base.__module__.startswith("chuhe"):
            for member, found in vars(base).items():
                is_member = inspect.isroutine(found) or inspect.isdatadescriptor(found)
                if is_member and not member.startswith("_"):
                    yield member, found


EXAMPLES = [(name, text) for name, text in documented() if ">>>" in (text or "")]


@pytest.mark.parametrize("name, text", EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_examples_do_what_they_say(name, text):
    run(name, text)


def test_the_readme_does_what_it_says():
    run("README", (ROOT / "README.md").read_text(encoding="utf-8"))


def run(name, text):
    test = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    said = []
    results = doctest.DocTestRunner().run(test, out=said.append)
    assert results.attempted > 0
    assert results.failed == 0, "".join(said)


def test_every_public_name_is_documented():
    for name in chuhe.__all__:
        value = getattr(chuhe, name)
        assert not inspect.isroutine(value) or value.__doc__, name
        for member, found in members(value):
            assert found.__doc__, f"{name}.{member}"


def test_each_class_and_function_has_an_example():
    plain = {"Judged", "Side", "Review", "BookMove", "Analysis", "MateAnswer", "probe", "AssessedMove"}
    errors = {name for name in chuhe.__all__ if name.endswith("Error")}
    having = {name for name, _ in EXAMPLES}
    expected = {
        name
        for name in chuhe.__all__
        if inspect.isclass(getattr(chuhe, name)) or inspect.isroutine(getattr(chuhe, name))
    }
    assert expected - plain - errors <= having, expected - plain - errors - having
