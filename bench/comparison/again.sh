# The runs behind docs/comparison.md. Read it and run it part by part, in an empty folder, with this repository
# at $LESSONBOARD and transcripts of Claude Code and Codex at $TRANSCRIPTS (the 81 of note 2a are not shipped).

# Setup

mkdir home && export HOME=$PWD/home && cd "$LESSONBOARD" && ./run setup && cd -
timed() { (cd "$LESSONBOARD" && .venv/bin/python -m bench.comparison.stopwatch "$@"); }
(cd "$LESSONBOARD" && .venv/bin/python -m bench.comparison.session) > secret.jsonl
KEY=AKIA""Q7ZRFAKEKEY2MNOP
mkdir before && cat > before/settings.json <<'X'
{
  "model": "sonnet",
  "hooks": {
    "Stop": [
      { "hooks": [ { "type": "command", "command": "echo my own hook" } ] }
    ]
  },
    "env": { "FOO": "bar" }
}
X

# Lessonboard

# prompt.json is an event of Claude Code, {"session_id", "transcript_path", "cwd", "hook_event_name":
# "UserPromptSubmit", "prompt"}, whose cwd is a project of the board and whose prompt fits a lesson, or none.
# A session is shown a lesson once, so each run needs a new session_id.
python3 -m venv lb && lb/bin/pip install -q "$LESSONBOARD" && du -sh --exclude=pip --exclude=setuptools lb
LB=$PWD/lb/bin/lessonboard
timed 1 - $LB --db $PWD/board.db import "$TRANSCRIPTS"; ls -l board.db
timed 11 - $LB --db $PWD/board.db search missing script --limit 3
strace -f -e trace=network -o net.txt $LB --db net.db import secret.jsonl; grep -c AF_INET net.txt
$LB --db secret.db import secret.jsonl
for word in quokkalantern $KEY hunter2-Zebra-91; do echo $word $(cat secret.db* | grep -ac $word); done
$LB --db secret.db forget --session 11111111 --reason test --yes
for word in quokkalantern hunter2-Zebra-91; do echo $word $(cat secret.db* | grep -ac $word); done
$LB --db secret.db verify
mkdir ~/.codex && cp -r before ~/.claude && echo 'model = "gpt-5"' > ~/.codex/config.toml && cp -r ~ home-before
$LB init && cp board.db ~/.local/share/lessonboard/board.db
# The hook's command line is in ~/.claude/settings.json, under UserPromptSubmit:
timed 11 $PWD/prompt.json sh -c "$HOOK"
$LB uninstall && diff -r ~ home-before

# claude-mem (with `claude`, `bun` and `uv` on the PATH)

rm -rf ~/.claude && cp -r before ~/.claude
npm install --prefix cm --legacy-peer-deps claude-mem
CM="node $PWD/cm/node_modules/claude-mem/dist/npx-cli/index.js"
$CM install --ide claude-code --provider claude --no-auto-start </dev/null
du -sh ~/.claude; $CM start; ss -ltnp
P=~/.claude/plugins/marketplaces/thedotmack/plugin
h() { node $P/scripts/bun-runner.js $P/scripts/worker-service.cjs hook claude-code $1; }
h session-init < prompt.json; h observation < tool.json; h summarize < stop.json
grep -rac $KEY ~/.claude-mem | grep -v ':0$'; $CM search quokkalantern
curl -X DELETE http://127.0.0.1:37700/api/prompt/1; $CM stop; grep -rac quokkalantern ~/.claude-mem
$CM uninstall </dev/null; diff -r ~/.claude before

# basic-memory (Python 3.12 or newer)

rm -rf ~/.claude && cp -r before ~/.claude
python3 -m venv bm && bm/bin/pip install -q basic-memory && export PATH=$PWD/bm/bin:$PATH && du -sh bm
basic-memory hook install --harness claude; basic-memory hook remove --harness claude; diff -r ~/.claude before
basic-memory import claude conversations secret.jsonl
basic-memory tool write-note --title "Quokka deploy" --folder deploys < note.md   # the first prompt
basic-memory tool search-notes quokkalantern; basic-memory grep quokkalantern
grep -rac hunter2-Zebra-91 ~/basic-memory ~/.basic-memory
basic-memory tool delete-note deploys/quokka-deploy

# The agents

npm install --prefix agents @anthropic-ai/claude-code@2.1.330 @openai/codex@0.169.0
agents/node_modules/.bin/codex features list | grep memories
mkdir -p ~/.claude/projects/-srv-quokka && cp secret.jsonl ~/.claude/projects/-srv-quokka/
agents/node_modules/.bin/claude purge -y /srv/quokka; grep -rla quokkalantern ~/.claude
agents/node_modules/.bin/codex delete --force ID; strings ~/.codex/state_5.sqlite-wal | grep WORD
