// Show dots in secret fields, so that no screenshot reveals their content.
((NAME, AUTOCOMPLETE) => {
  const FIELDS = "input, textarea, [contenteditable]";
  const was = new WeakSet();  // a field that was once for a password stays one when it is shown

  const said = (element) => [
    element.id, element.name, element.getAttribute("aria-label"), element.placeholder,
    ...Array.from(element.labels || [], (label) => label.textContent),
    ...(element.getAttribute("aria-labelledby") || "").split(/\s+/).map(
      (id) => (id && document.getElementById(id)?.textContent) || ""),
  ];
  const isSecret = (element) => {
    const type = (element.type || "").toLowerCase();
    if (type === "password") was.add(element);
    const autocomplete = (element.getAttribute("autocomplete") || "").toLowerCase();
    const types = !["checkbox", "radio", "button", "submit", "reset", "file"].includes(type);
    return was.has(element) || AUTOCOMPLETE.test(autocomplete)
      || (types && said(element).some((text) => NAME.test((text || "").normalize("NFKC"))));
  };
  const mask = (element) => {
    const isShown = element.style?.getPropertyValue("-webkit-text-security") !== "disc";
    if (isShown && element.matches?.(FIELDS) && isSecret(element)) {
      element.style.setProperty("-webkit-text-security", "disc", "important");
    }
  };
  const all = (root) => root.querySelectorAll?.(FIELDS).forEach(mask);
  const inner = (event) => mask(event.composedPath()[0]);
  for (const kind of ["focusin", "beforeinput", "input"]) addEventListener(kind, inner, true);
  new MutationObserver((changes) => changes.forEach((change) => {
    mask(change.target);
    change.addedNodes.forEach((node) => { if (node.nodeType === 1) { mask(node); all(node); } });
  })).observe(document, {
    subtree: true, childList: true, attributes: true, attributeFilter: ["type", "style"],
  });
  addEventListener("DOMContentLoaded", () => all(document));
  return isSecret;
})
