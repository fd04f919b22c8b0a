import '@fontsource-variable/sofia-sans-extra-condensed';
import '@fontsource-variable/literata';
import './app.css';
import './map.css';
import './night.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { settings } from './lib/settings.svelte';

/** How long the page waits for its fonts, in milliseconds: text in another font would jump when they load. */
const TYPE_MAY_TAKE = 2000;

async function typeIsHere(): Promise<void> {
  const faces = ['1em "Literata Variable"', '900 1em "Sofia Sans Extra Condensed Variable"'].map((face) =>
    document.fonts.load(face),
  );
  const late = new Promise((enough) => setTimeout(enough, TYPE_MAY_TAKE));
  await Promise.race([Promise.allSettled(faces), late]);
}

settings.begin();
void typeIsHere().then(() => {
  mount(App, { target: document.body });
  document.getElementById('first')?.remove();
});
