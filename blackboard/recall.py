"""Searching everything: what was said and done, and what was learnt from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from blackboard.delivery.voice import colleague_of
from blackboard.errors import BoardError
from blackboard.own_answers import own_answers
from blackboard.search.answers import Answer, number_of, of_event, of_row
from blackboard.search.excerpt import excerpt
from blackboard.search.fit import Fit, Wanted
from blackboard.search.found import Found, Hit
from blackboard.search.grouping import Group, Scored, grouped
from blackboard.search.query import Query, parse
from blackboard.search.scope import KINDS, Scope
from blackboard.storage.local import LocalFile, PassageSearch
from blackboard.views import VIEWS, view_named
from blackboard.views.harmful import unnamed
from blackboard.views.lessons import ACTIVE_STATUSES
from blackboard.views.view import Row, View

_MOST_WHOLE = 120
"""Passages that hold everything, which are found even where each word is too common to be counted
everywhere."""

_MORE = 5
"""Sessions that are read besides those asked for: what is said in them may lift them."""

_MOST_OF_ONE = 4
"""Passages of one session that are read, and among which the hits that are shown are looked for:
the same command is run again and again."""

_FEW = 5
"""With fewer sessions than this that hold all, those that hold some of the words are shown too."""

_MOST_CLAUSES = 32
"""Words of a query that count; a longer one is a text that was pasted."""

_MOST_HITS = 3
"""Hits that are shown of one session."""

_TITLES = {"session": ("sessions", "title"), "review": ("reviews", "title")}

_THERE = frozenset(view.name for view in VIEWS)


def recall(
    local: LocalFile, text: str, scope: Scope, limit: int, own: Sequence[View] = ()
) -> list[Found]:
    """The best of what fits, see `Board.recall`; nothing for a text in which there is no word.

    Raises:
        BoardError: there is no such kind.
    """
    for kind in scope.kinds or ():
        if kind not in KINDS:
            raise BoardError(f"there is nothing of the kind {kind!r}; choose of {', '.join(KINDS)}")
    query = parse(text)
    query = query._replace(wanted=query.wanted[:_MOST_CLAUSES])
    if not query.wanted:
        return []
    scope = _by_all_names(local, scope)
    with local.passages(scope, query) as passages:
        return _Recall(local, query, passages, scope, own).found(limit)


def _by_all_names(local: LocalFile, scope: Scope) -> Scope:
    """The scope with every name of its projects: passages have those that were recorded."""
    if scope.projects is None:
        return scope
    names = [name for each in scope.projects for name in local.names.names_of(each)]
    return scope._replace(projects=list(dict.fromkeys(names)))


class _Recall:
    """One search as it runs."""

    def __init__(
        self,
        local: LocalFile,
        query: Query,
        passages: PassageSearch,
        scope: Scope,
        own: Sequence[View],
    ) -> None:
        self._own = own
        self._local = local
        self._query = query
        self._scope = scope
        self._passages = passages
        self._me = local.person
        self._projects = local.names.all()
        self._counted = passages.counted(_MOST_WHOLE)
        self._wanted = Wanted(self._counted.rarities)

    def found(self, limit: int) -> list[Found]:
        """What fits best, of every kind."""
        said = self._said(limit)
        whole = {each.group for each in said if each.fit.is_complete}
        if len(whole) >= _FEW:
            said = [each for each in said if each.group in whole]
        learnt = self._learnt(limit, wholly=len(whole) >= _FEW)
        groups = grouped([*said, *learnt, *self._of_own()], self._whole)[:limit]
        hits = self._counted.hits([number_of(each.key) for each in groups])
        titles = self._titles(groups)
        return [self._shown(each, len(hits[number_of(each.key)]), titles) for each in groups]

    def _said(self, limit: int) -> list[Scored[Answer]]:
        """The passages that hold most of what is wanted, of the sessions that fit best."""
        if not self._scope.fields:
            return []
        positions = self._counted.best(limit + _MORE, _MOST_OF_ONE)
        scored = []
        for event in self._passages.events(positions):
            each = self._score(of_event(event, self._scope.fields))
            beside = self._counted.beside(event.position)
            scored.append(each._replace(fit=each.fit._replace(beside=beside)))
        return scored

    def _whole(self, scored: Scored[Answer]) -> Fit:
        """How well a session or review fits as a whole; anything else is a passage by itself."""
        if scored.item.event is None:
            return self._counted.alone(scored.fit)
        return self._counted.whole(number_of(scored.group))

    def _learnt(self, limit: int, *, wholly: bool) -> Iterator[Scored[Answer]]:
        """Rows of what was learnt; `wholly` where those with some of the words come late anyway."""
        for name in self._scope.views:
            if name not in _THERE:
                continue  # a part of the product that is not installed
            document_of = view_named(name).document
            for row in self._rows(name, limit, wholly=wholly):
                document = document_of(row) if document_of else None
                if document is not None:
                    says = colleague_of(row, self._me)
                    harm = tuple(unnamed(row)) if name == "lessons" else ()
                    yield self._score(of_row(name, row, document, says, harm))

    def _of_own(self) -> Iterator[Scored[Answer]]:
        """Rows of own views that hold something of what is wanted and nothing that is excluded."""
        excluded = Wanted(dict.fromkeys(self._query.excluded, 1.0))
        for answer in own_answers(self._local, self._own, self._scope):
            scored = self._score(answer)
            if any(scored.fit.worth) and not any(excluded.fit(answer.texts).worth):
                yield scored

    def _score(self, answer: Answer) -> Scored[Answer]:
        return Scored(answer.group, self._wanted.fit(answer.texts), answer.at, answer)

    def _rows(self, name: str, limit: int, *, wholly: bool) -> list[Row]:
        """The best rows of a view: of the projects asked for, and those that hold everywhere."""
        scope = self._scope
        where: dict[str, Any] = {}
        if scope.since is not None:
            where["last_seen_at>="] = scope.since
        if scope.until is not None:
            where["last_seen_at<="] = scope.until
        places: list[dict[str, Any]] = [{}]
        if scope.projects is not None:
            places = [{"project": list(scope.projects)}, {"scope": "global"}]
        found: dict[str, Row] = {}
        for place in places:
            rows = self._standing(name, where | place, limit, wholly=wholly)
            found |= {row["id"]: row for row in rows}
        return list(found.values())

    def _standing(self, name: str, where: dict[str, Any], limit: int, *, wholly: bool) -> list[Row]:
        """The best rows that were not retracted; mostly none was, and asking so is quicker."""
        for more in ({}, {"status": ACTIVE_STATUSES}):
            hits = self._local.views.search(
                view_named(name), self._query, where | more, limit, wholly=wholly
            )
            rows = [hit.row for hit in hits]
            if all(row["status"] in ACTIVE_STATUSES for row in rows):
                break
        return rows

    def _shown(self, group: Group[Answer], count: int, titles: Mapping[str, str]) -> Found:
        best = group.members[0].item
        hits = self._hits(group)
        project = self._projects.get(best.project or "", best.project)
        return Found(
            best.kind, best.key, project, best.agent, best.at, _title(best, titles),
            group.score, hits, max(count, len(group.members)) - len(hits), best.says,
            best.harm,
        )  # fmt: skip

    def _titles(self, groups: Iterable[Group[Answer]]) -> dict[str, str]:
        """The titles of sessions and reviews that results belong to, by their ids."""
        titles: dict[str, str] = {}
        for kind, (name, column) in _TITLES.items():
            best = [group.members[0].item for group in groups]
            keys = {key for each in best if each.kind == kind for key in (each.key, _session(each))}
            view = view_named(name)
            rows = self._local.views.select(view, {view.key: sorted(keys)}) if keys else []
            titles |= {row[view.key]: str(row[column]) for row in rows if row[column]}
        return titles

    def _hits(self, group: Group[Answer]) -> tuple[Hit, ...]:
        """The best hits of a group that do not look alike."""
        hits: dict[str, Hit] = {}
        for member in group.members:
            hit = self._hit(member.item)
            hits.setdefault(hit.excerpt.text, hit)
            if len(hits) == _MOST_HITS:
                break
        return tuple(hits.values())

    def _hit(self, answer: Answer) -> Hit:
        best = answer.texts[0]
        if len(answer.texts) > 1:
            best = max(answer.texts, key=lambda text: self._wanted.fit([text]).score)
        line = excerpt(best.text, self._wanted)
        event = answer.event
        if event is None:
            return Hit(best.place, line, answer.at)
        session = (event.payload or {}).get("session")
        return Hit(best.place, line, answer.at, event.id, event.position, session)


def _session(answer: Answer) -> str:
    """The session of an answer's own event, which may be a subagent's; empty without."""
    return str((answer.event.payload or {}).get("session", "")) if answer.event else ""


def _title(answer: Answer, titles: Mapping[str, str]) -> str:
    """The title of what an answer belongs to; a subagent's where the whole is not there."""
    if answer.kind not in _TITLES:
        return answer.title
    return titles.get(answer.key) or titles.get(_session(answer)) or answer.title
