"""Problems as exceptions: the generated calls return them."""

from typing import TypeVar

from .models.problem import Problem

T = TypeVar("T")


class ImagewellError(Exception):
    """A refused call. `problem` is the body of the response (RFC 9457)."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(f"{problem.code}: {problem.detail or problem.title}")
        self.problem = problem


def require(answer: T | Problem | None) -> T:
    """The response of a call. Raises ImagewellError for a problem, and ValueError for a status
    that the call doesn't document."""
    if isinstance(answer, Problem):
        raise ImagewellError(answer)
    if answer is None:
        raise ValueError("The service answered with a status that this call does not document.")
    return answer
