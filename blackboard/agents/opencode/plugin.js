// Written by `lessonboard init`, removed by `lessonboard uninstall`: memory of past sessions.
// It tells the command below what happens, on this machine alone, and passes on what it answers.
// Whatever goes wrong here must not disturb OpenCode.
import { spawnSync } from "node:child_process"
import { homedir } from "node:os"
import { join } from "node:path"

const COMMAND = $COMMAND
const EDITS = ["bash", "edit", "write", "multiedit", "patch", "apply_patch"]
const DATA = process.env.XDG_DATA_HOME || join(homedir(), ".local", "share")
const TRANSCRIPT = join(DATA, "opencode", "opencode.db")

export const Lessonboard = async ({ directory }) => {
  const parents = new Map()
  const begun = new Set()
  const ask = (event, session, fields = {}) => {
    try {
      const parent = parents.get(session)
      const whose = parent ? { session_id: parent, agent_id: session } : { session_id: session }
      const told = { hook_event_name: "opencode." + event, cwd: directory, transcript_path: TRANSCRIPT }
      const input = JSON.stringify({ ...told, ...whose, ...fields })
      const done = spawnSync(COMMAND[0], COMMAND.slice(1), { input, encoding: "utf8", timeout: 5000 })
      return done.stdout ? JSON.parse(done.stdout) : {}
    } catch {
      return {}
    }
  }
  const call = (tool, args) => ({ tool_name: tool, tool_input: { ...args, file_path: args?.filePath } })
  const context = (reply) => reply.hookSpecificOutput?.additionalContext
  return {
    event: async ({ event }) => {
      const { sessionID, info } = event.properties ?? {}
      if (event.type === "session.created" && info?.parentID) parents.set(info.id, info.parentID)
      if (event.type === "session.compacted" && sessionID) ask("compaction", sessionID)
      if (event.type === "session.idle" && sessionID) ask("stop", sessionID, { turn_id: event.id })
    },
    "chat.message": async ({ sessionID }, output) => {
      const prompt = output.parts.filter((part) => part.type === "text" && !part.synthetic)
      const replies = begun.has(sessionID) ? [] : [ask("start", sessionID, { source: "startup" })]
      begun.add(sessionID)
      replies.push(ask("prompt", sessionID, { prompt: prompt.map((part) => part.text).join("\n") }))
      const messageID = output.message.id
      const add = (text, flag) => {
        const id = "prt_zz" + Date.now().toString(36) + Math.random().toString(36).slice(2, 12)
        output.parts.push({ id, sessionID, messageID, type: "text", text, [flag]: true })
      }
      for (const reply of replies) {
        if (context(reply)) add(context(reply), "synthetic")
        if (reply.systemMessage) add(reply.systemMessage, "ignored")
      }
    },
    "tool.execute.before": async ({ tool, sessionID, callID }, output) => {
      if (!EDITS.includes(tool)) return
      const reply = ask("before", sessionID, { ...call(tool, output.args), tool_use_id: callID })
      if (reply.decision === "deny") throw new Error(reply.reason)
    },
    "tool.execute.after": async ({ tool, sessionID, callID, args }, output) => {
      const exit_code = output.metadata?.exit
      if (typeof output.output !== "string" || !exit_code) return
      const tool_response = { output: output.output, exit_code }
      const reply = ask("after", sessionID, { ...call(tool, args), tool_use_id: callID, tool_response })
      if (context(reply)) output.output += "\n\n" + context(reply)
    },
  }
}
