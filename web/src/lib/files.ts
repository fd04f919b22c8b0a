/** What a table gives to keep: the race as a file, its sheet as a PDF or in a tab for printing. */

import { api } from './api';
import type { Table } from './table.svelte';
import { t } from './words';

function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 5000);
}

export async function saveRace(table: Table): Promise<void> {
  try {
    save(new Blob([await api.race(table.id, table.secret)], { type: 'text/plain' }), `${table.id}.race`);
  } catch (error) {
    table.fail(error);
  }
}

export async function saveSheet(table: Table): Promise<void> {
  try {
    save(await api.sheetPdf(table.id, table.secret), `${table.info?.game ?? 'sheet'}-${table.id}.pdf`);
  } catch (error) {
    table.fail(error);
  }
}

/** The sheet in a tab of its own. What it shows depends on the seat, so the page asks and hands it over. */
export async function openSheet(table: Table): Promise<void> {
  const tab = window.open('', '_blank');
  if (!tab) {
    table.fail(new Error(t('The browser did not let a new tab open.')));
    return;
  }
  try {
    const sheet = new DOMParser().parseFromString(await api.sheet(table.id, table.secret), 'text/html');
    for (const link of sheet.querySelectorAll('link')) link.href = new URL(link.getAttribute('href') ?? '', location.href).href;
    const text = `<!doctype html>${sheet.documentElement.outerHTML}`;
    tab.location.href = URL.createObjectURL(new Blob([text], { type: 'text/html;charset=utf-8' }));
  } catch (error) {
    tab.close();
    table.fail(error);
  }
}
