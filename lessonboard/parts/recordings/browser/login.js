// What a document shows of a form for signing in; nothing that was typed.
() => {
  const all = [];
  const walk = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) walk(element.shadowRoot);
      if (element.matches("input, textarea, select")) all.push(element);
    }
  };
  walk(document);
  const isShown = (element) => element.getClientRects().length > 0
    && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const typed = all.filter((element) => isShown(element) && !element.disabled && !(
    ["hidden", "submit", "button", "image", "reset", "checkbox", "radio"].includes(element.type)));
  const said = (element) => [
    element.autocomplete, element.name, element.id, element.placeholder,
    element.getAttribute("aria-label"), ...Array.from(element.labels || [], (l) => l.textContent),
  ].filter(Boolean).join(" ").slice(0, 200);
  const passwords = typed.filter((element) => element.type === "password");
  const users = typed.filter((element) => !passwords.includes(element)
    && (element.type === "email" || /user|login|e-?mail|webauthn|identifier/i.test(said(element))));
  return {
    status: performance.getEntriesByType("navigation")[0]?.responseStatus || 0,
    passwords: passwords.map(said),
    users: users.length,
    is_named: users.some((element) => /\busername\b/.test(element.autocomplete)),
    others: typed.length - passwords.length - users.length,
    text: (document.body?.innerText || "").length,
  };
}
