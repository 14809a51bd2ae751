"""Language models: any endpoint with the OpenAI protocol, within a budget, or none.

Only `endpoint.py` imports the `openai` package; `model.py` chooses the mode, validates every
answer, and accounts for every call.
"""
