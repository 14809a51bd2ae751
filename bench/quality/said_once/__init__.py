"""What a person said once, in the next session: was it shown before the act, and was it a wish?"""
