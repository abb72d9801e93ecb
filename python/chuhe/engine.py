"""The engine, with reviews of games and coroutines."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any, AsyncGenerator, Callable, Iterable, List, Optional, Tuple, Union

from . import _chuhe
from ._chuhe import Board, Game, Line, Move, Review

__all__ = ["Engine"]


class Engine(_chuhe.Engine):
    __slots__ = ()
    __doc__ = _chuhe.Engine.__doc__

    def review(
        self,
        game: Union[Game, Board],
        *,
        nodes: Optional[int] = None,
        time: Optional[float] = None,
        depth: Optional[int] = None,
        rules: str = "ComputerRule",
        style: str = "simplified",
        hash: int = 16,
        progress: Optional[Callable[[int, int], object]] = None,
    ) -> Review:
        """Searches every position of a game and grades its moves, as `chuhe analyze` does.

        `nodes`, `time` in seconds and `depth` in plies are limits of each search, of which there
        must be one. A bad move is graded where the searches before and after it reached depth 8
        or know the result, for which 20000 nodes are usually enough; otherwise its `too_shallow`
        is true. `progress` is called with the number of searches that were made and of all
        that are known of. The searches have a hash table of their own, of `hash` MiB, which
        forgets everything before each of them: a review does not depend on what was searched
        before.

        >>> import chuhe
        >>> board = chuhe.Board()
        >>> for move in ("h2e2", "h9g7", "e2e6", "a9a8"):
        ...     _ = board.push(move)
        >>> review = chuhe.Engine().review(board, depth=8)
        >>> [move.text for move in review.moves], len(review.curve)
        (['炮二平五', '马８进７', '炮五进四', '车１进１'], 5)
        """
        return _chuhe.review(game, nodes, time, depth, rules, style, hash, progress)

    async def analyse_async(
        self,
        board: Board,
        *,
        nodes: Optional[int] = None,
        time: Optional[float] = None,
        depth: Optional[int] = None,
        mate: Optional[int] = None,
        multipv: int = 1,
        moves: Optional[Iterable[Union[Move, str]]] = None,
    ) -> List[Line]:
        """`analyse` for coroutines: other tasks go on meanwhile. Cancelling it ends the search.

        >>> import asyncio, chuhe
        >>> engine = chuhe.Engine()
        >>> lines = asyncio.run(engine.analyse_async(chuhe.Board(), depth=4))
        >>> lines[0].depth
        4
        """
        limits = (nodes, time, depth, mate, multipv, moves)
        return (await self._search_async(board, limits))[0]

    async def play_async(
        self,
        board: Board,
        *,
        nodes: Optional[int] = None,
        time: Optional[float] = None,
        depth: Optional[int] = None,
        mate: Optional[int] = None,
        multipv: int = 1,
        moves: Optional[Iterable[Union[Move, str]]] = None,
    ) -> Optional[Move]:
        """`play` for coroutines."""
        limits = (nodes, time, depth, mate, multipv, moves)
        return (await self._search_async(board, limits))[1]

    async def infos_async(
        self,
        board: Board,
        *,
        nodes: Optional[int] = None,
        time: Optional[float] = None,
        depth: Optional[int] = None,
        mate: Optional[int] = None,
        multipv: int = 1,
        moves: Optional[Iterable[Union[Move, str]]] = None,
    ) -> AsyncGenerator[Line, None]:
        """`infos` for coroutines. Closing the iterator or cancelling its task ends the search.

        >>> import asyncio, chuhe
        >>> async def deepest() -> int:
        ...     engine = chuhe.Engine()
        ...     return max([line.depth async for line in engine.infos_async(chuhe.Board(), depth=4)])
        >>> asyncio.run(deepest())
        4
        """
        start = partial(
            self.infos,
            board.copy(),
            nodes=nodes,
            time=time,
            depth=depth,
            mate=mate,
            multipv=multipv,
            moves=moves,
        )
        infos = await asyncio.to_thread(start)
        try:
            while True:
                line = await asyncio.to_thread(next, infos, None)
                if line is None:
                    return
                yield line
        finally:
            await asyncio.to_thread(infos.close)

    async def _search_async(
        self, board: Board, limits: Tuple[Any, ...]
    ) -> Tuple[List[Line], Optional[Move]]:
        cancel = _chuhe.Cancel()
        now = board.copy()
        try:
            return await asyncio.to_thread(lambda: self._search(now, limits, cancel))
        finally:
            cancel.set()
