/**
 * The page's script. It asks for the state every two seconds and redraws only what changed, so nothing flickers and
 * opened lists stay open. Everything from the school goes in as text: no value is ever read as HTML.
 */
export const SCRIPT = `
'use strict';
(() => {
  const EVERY = 2000;
  const byId = (id) => document.getElementById(id);
  const drawn = new Map();
  const closed = new Set();

  function make(tag, className, ...children) {
    const element = document.createElement(tag);
    if (className) element.className = className;
    for (const child of children) element.append(child instanceof Object ? child : String(child));
    return element;
  }

  function redraw(id, value, draw) {
    const text = JSON.stringify(value);
    if (drawn.get(id) === text) return;
    drawn.set(id, text);
    byId(id).replaceChildren(...draw(value));
  }

  const plural = (count, noun) => count.toLocaleString('en') + ' ' + noun + (count === 1 ? '' : 's');

  function when(iso) {
    if (!iso) return '–';
    return new Date(iso).toLocaleString(undefined, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
  }

  function fact([name, value, isCode]) {
    return make('div', '', make('dt', '', name), make('dd', '', isCode ? make('code', '', value) : value));
  }

  function progress(product, customer) {
    if (product.type === 'download') return [customer.downloaded ? 'Downloaded' : 'Not yet'];
    if (product.lessonsPublished === 0) return ['–'];
    const bar = make('progress', 'meter');
    bar.max = product.lessonsPublished;
    bar.value = customer.completed;
    return [bar, customer.completed + ' of ' + product.lessonsPublished];
  }

  function row(product, customer) {
    const person = make('td', 'person', customer.name || customer.email);
    if (customer.name) person.append(make('span', '', customer.email));
    const status = make('span', customer.status === 'active' ? 'badge good' : 'badge warn', customer.status.replace('_', ' '));
    return make(
      'tr', '', person, make('td', '', status), make('td', '', ...progress(product, customer)), make('td', '', when(customer.joined)),
    );
  }

  function roster(product) {
    const details = make('details', '');
    details.open = !closed.has(product.productId);
    details.addEventListener('toggle', () => {
      if (details.open) closed.delete(product.productId);
      else closed.add(product.productId);
    });
    const shown = product.customers.length;
    const note = shown < product.customerCount ? ', the newest ' + shown + ' shown' : '';
    details.append(make('summary', '', plural(product.customerCount, 'customer') + note));
    const titles = ['Customer', 'Status', product.type === 'download' ? 'Download' : 'Lessons done', 'Joined'];
    const head = make('thead', '', make('tr', '', ...titles.map((title) => make('th', '', title))));
    const body = make('tbody', '', ...product.customers.map((customer) => row(product, customer)));
    details.append(make('div', 'scroll', make('table', '', head, body)));
    return details;
  }

  function productCard(product) {
    const titles = make(
      'div', 'titles', make('h3', '', product.title),
      make('span', product.published ? 'badge good' : 'badge', product.published ? 'Published' : 'Draft'),
    );
    const parts = [product.type.charAt(0).toUpperCase() + product.type.slice(1)];
    if (product.sections > 0 && product.type === 'course') parts.push(plural(product.sections, 'section'));
    if (product.lessons > 0) parts.push(plural(product.lessons, 'lesson'));
    parts.push(product.plans.length > 0 ? 'Plan: ' + product.plans.join(', ') : 'No payment plan');
    const card = make('article', 'card product', make('div', 'head', titles, make('p', 'quiet', parts.join(' · '))));
    if (product.customerCount > 0) card.append(roster(product));
    return card;
  }

  function mailCard(mail) {
    return make(
      'article', 'card mail',
      make('p', 'meta', make('span', '', 'To ' + mail.to), make('time', '', when(mail.at))),
      make('h3', '', mail.subject), make('pre', '', mail.body),
    );
  }

  function draw(state) {
    redraw('school', state.school, (name) => [name]);
    redraw(
      'facts',
      [
        ['School address', state.url, true],
        ['API key', state.key, true],
        ['Media service', state.mediaUrl, true],
        ['API requests', state.requests.toLocaleString('en')],
        ...(state.faults > 0 ? [['Faults in force', String(state.faults)]] : []),
        ...(state.mode === 'documented' ? [['Mode', 'documented']] : []),
      ],
      (facts) => facts.map(fact),
    );
    redraw('products', state.products, (products) =>
      products.length > 0 ? products.map(productCard) : [make('p', 'empty', 'No products yet.')],
    );
    redraw('mail-count', state.mailCount, (count) => [count > 0 ? count.toLocaleString('en') : '']);
    redraw('mails', state.mails, (mails) =>
      mails.length > 0 ? mails.map(mailCard) : [make('p', 'empty', 'No mails yet. Invite a customer, and the mail shows up here.')],
    );
  }

  async function refresh() {
    try {
      const response = await fetch('/sandbox/state', { headers: { accept: 'application/json' } });
      draw(await response.json());
      byId('live').className = 'dot';
      byId('live').title = 'Connected';
    } catch {
      byId('live').className = 'dot off';
      byId('live').title = 'The sandbox does not answer';
    }
    setTimeout(refresh, EVERY);
  }

  void refresh();
})();
`;
