"""Against a real model on this machine; not part of the ordinary run (`./run test-model`)."""
