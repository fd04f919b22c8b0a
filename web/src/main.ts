import '@fontsource-variable/sofia-sans-extra-condensed';
import '@fontsource-variable/literata';
import './app.css';
import './map.css';
import './night.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { settings } from './lib/settings.svelte';

settings.begin();
export default mount(App, { target: document.body });
