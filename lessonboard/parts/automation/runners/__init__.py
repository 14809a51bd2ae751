"""Agent runners: a prompt in, a result out; one file for each agent, which do not know each other.

A new agent is a file here and a line in `lessonboard/parts/automation/orchestration.py`.
"""
