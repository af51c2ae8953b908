/* Elements of HTML and SVG in one call. Attributes are set as they are; `on...` is a listener, false or null nothing. */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes))
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  element.append(...children.flat(Infinity).filter((child) => child || child === 0));
  return element;
}

/* Instead of what is in a place. */
export function put(place, ...children) {
  place.replaceChildren();
  fill(place, {}, children);
}

export function html(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

/* Shapes, each with a class for its looks. A box is given by its middle. */
export const circle = (kind, x, y, r) => svg("circle", { class: kind, cx: x, cy: y, r });
export const box = (kind, x, y, wide, high = wide, rx = 0) => svg("rect", { class: kind, x: x - wide / 2, y: y - high / 2, width: wide, height: high, rx });
export const path = (kind, d, transform) => svg("path", { class: kind, d, transform });
export const label = (kind, x, y, text) => svg("text", { class: kind, x, y }, String(text));

export const byId = (id) => document.getElementById(id);
