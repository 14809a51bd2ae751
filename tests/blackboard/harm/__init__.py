"""The judgement of harm, by forms of attack and by what everyday work asks for."""
