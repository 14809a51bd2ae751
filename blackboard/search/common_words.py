"""Words that say little: of the grammar, and of every prompt.

Standard library only, because the hooks of agents use it too.
"""

from __future__ import annotations

from blackboard.search.words import words

STOP_WORDS = frozenset(
    words(
        """a about after all also am an and any are as at be because been before being but by can
    could did do does doing done dont for from get got had has have he her here him his how i if
    im in into is it its ive just let lets like make me more most my no not now of on one only or
    other our out over please s she should so some such t than that the their them then there
    these they this those to too up us use used using very was we were what when where which while
    who why will with would you your yes"""
    )
)
"""Words of the grammar: what is searched for is something else."""

GENERIC = frozenset(
    words(
        """
        add agent allow always another app application apply approach ask available avoid
        back bad base best better big branch break bug build button call case cause change
        check class clean clear close code come command comment commit complete continue
        correct create current data default define delete design detail different directory
        do document documentation done each edit end ensure entire error even every
        everything example exist expect explain fail failure feature field file final find
        first fix folder follow found full function general give go good great handle happen
        help here high idea implement implementation important improve include information
        input instead instruction issue it keep key kind know large last leave less level
        line list little local log long look low main make many mean message method might
        missing mode model module move much multiple must name need never new next nothing
        number object ok old open option order original output package page part pass path
        pattern place plan please point possible prefer problem process program project
        prompt proper provide pull push put question quick read ready real reason refactor
        related release remove rename replace report repo repository request require
        response result return review right rule run same save say script second section see
        server session set setting setup several short show side similar simple single size
        small solution some someone something source specific start state status step still
        stop string structure suggest support sure system table take task tell test text
        thank thing think time title todo together tool total try turn two type understand
        unit update user usual value variable version view want way well whether whole
        without word work workflow write wrong yet one three wherever whenever directly
        correctly properly easier easy manual manually manage manager verify reference
        mention relevant certain especially actually exactly currently explicitly
        automatically above below current currently session conversation
        """
    )
)
"""Words that say nothing about what a prompt is about, because so many prompts have them."""
