// What a document shows of a form for signing in; nothing that was typed.
() => {
  const USER = /user|login|e-?mail|account|identifier|benutzer|correo|courriel/i;
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
    && (element.type === "email" || /\b(username|email|webauthn)\b/.test(element.autocomplete)
      || USER.test(`${element.name} ${element.id} ${said(element)}`)));
  const form = (passwords[0] || users[0])?.form;
  const buttons = Array.from((form || document).querySelectorAll(
    "button, input[type=submit], [role=button]")).filter(isShown).slice(0, 5);
  const text = (element) => (element.value || element.textContent || "").trim().slice(0, 100);
  return {
    title: document.title.slice(0, 200),
    headings: Array.from(document.querySelectorAll("h1, h2, [role=heading], legend"))
      .filter(isShown).slice(0, 5).map(text),
    status: performance.getEntriesByType("navigation")[0]?.responseStatus || 0,
    passwords: passwords.map(said),
    users: users.length,
    others: typed.length - passwords.length - users.length,
    buttons: form ? buttons.map(text) : [],
    text: (document.body?.innerText || "").length,
  };
}
