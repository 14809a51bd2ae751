"""Where things are wired: which board is opened, with which settings, for which project."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from blackboard.delivery.limits import ITEMS, MIN_CONFIDENCE, TOKENS
from blackboard.errors import BoardError
from blackboard.sources.repository import in_repository, project_of
from lessonboard.hooks.off import PROJECT_FILE
from lessonboard.places import address_of, chosen, path_of, user_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from blackboard import Board
    from lessonboard.config import Config
    from reflect.critic.critic import Critic
    from reflect.reflecting import ReflectionTools


@dataclass(frozen=True)
class App:
    """What every face needs, made when it is first asked for."""

    database: str | None = None

    @cached_property
    def config(self) -> Config:
        """The settings in force here."""
        from lessonboard import config

        return config.load(_here())

    @property
    def context_limits(self) -> tuple[int, int]:
        """The most lessons and the most tokens that one answer shows."""
        here = _here()
        if not user_file().exists() and not (here / PROJECT_FILE).exists():
            return ITEMS, TOKENS  # without the models of the settings, which take 0.1 s
        return self.config.context.max, self.config.context.budget

    @property
    def min_confidence(self) -> float:
        """How sure an insight must be to be shown."""
        if not user_file().exists():
            return MIN_CONFIDENCE  # as above
        return self.config.context.min_confidence

    @property
    def opened_projects(self) -> Sequence[str]:
        """The projects that agents in any folder may ask for; "*" is all of them."""
        if not user_file().exists():
            return ()  # as above
        told = self.config.mcp
        return ("*",) if told.all_projects else told.projects

    @property
    def address(self) -> str | None:
        """Where the board's log is if that is elsewhere; None where the board is a file."""
        return address_of(chosen(self.database))

    @property
    def path(self) -> Path:
        """The board's file, or that of the copy of a log elsewhere."""
        return path_of(chosen(self.database))

    @cached_property
    def project(self) -> str | None:
        """The project of the working folder; None outside of any repository."""
        here = str(_here())
        return project_of(here) if in_repository(here) else None

    def critic(self) -> Critic:
        """Return the critic without a model; the rest of reflection takes 0.1 s to import."""
        from reflect.critic.critic import Critic
        from reflect.critic.embedding import embedder

        return Critic(self.config.reflection.in_force(None), embed=embedder(None))

    def tools(
        self, board: Board, profile: str | None = None, *, use_model: bool = True
    ) -> ReflectionTools:
        """With what to reflect; the critic and the reflector share one model and its budget."""
        from reflect.critic.critic import Critic
        from reflect.critic.embedding import embedder
        from reflect.model.account import model_for, variant
        from reflect.reflecting import ReflectionTools
        from reflect.reflector.settings import ReflectorSettings

        asked = use_model and self.config.model.is_server
        model = model_for(board, self.config.model, time.time_ns() // 1000) if asked else None
        settings = self.config.reflection.in_force(profile)
        refinement = settings.refinement
        judge = model and variant(
            model,
            name=refinement.llm_model or model.name,
            temperature=refinement.temperature,
        )
        critic = Critic(settings, judge, embedder(model))
        return ReflectionTools(critic, ReflectorSettings(), self.config.curator, model)

    @property
    def has_board(self) -> bool:
        """Whether there is a board: its file, or a log elsewhere."""
        return self.address is not None or self.path.exists()

    def existing(self) -> Board:
        """Return the board for a read, which makes none.

        Raises:
            NoBoard: there is none.
        """
        if not self.has_board:
            from lessonboard.unread import NoBoard

            raise NoBoard(self.path, is_default=not chosen(self.database))
        return self.open()

    def open(self, *, read_only: bool = False, timeout: float | None = None) -> Board:
        """Return the board; one that may not be written is opened for reading alone.

        With `timeout`, that many seconds are waited for others who write, and not as long as it
        takes.
        """
        from blackboard import Board

        if address := self.address:
            from lessonboard.elsewhere import open_copy

            return open_copy(address, self.config.board.follow, timeout)
        path = self.path
        writable = not path.exists() or all(
            os.access(each, os.W_OK) for each in (path, path.parent)
        )
        return Board.open(path, read_only=read_only or not writable, timeout=timeout)


def _here() -> Path:
    try:
        return Path.cwd()
    except FileNotFoundError as error:
        raise BoardError("the working folder is gone; change into one that exists") from error
