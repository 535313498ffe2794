import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { html } from '../../src/pages/html.ts';

describe('an HTML template', () => {
  it('encodes whatever is not a template itself', () => {
    const nasty = `<script>alert('1' & "2")</script>`;
    const encoded = '&lt;script&gt;alert(&#39;1&#39; &amp; &quot;2&quot;)&lt;/script&gt;';
    assert.equal(String(html`<p title="${nasty}">${nasty}</p>`), `<p title="${encoded}">${encoded}</p>`);
    assert.equal(String(html`<ul>${[nasty, html`<li>${nasty}</li>`]}</ul>`), `<ul>${encoded}<li>${encoded}</li></ul>`);
  });

  it('leaves out what is not there', () => {
    assert.equal(String(html`a${undefined}${false}${''}${0}b`), 'a0b');
  });
});
