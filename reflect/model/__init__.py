"""Language models: any endpoint that speaks the OpenAI protocol, within a budget, or none at all.

`endpoint.py` alone knows the `openai` package; `model.py` decides what to send next, checks every
answer, and accounts for every call.
"""
