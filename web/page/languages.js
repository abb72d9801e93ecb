'use strict';

// What the engine says of a fault, in the language of the page: `data().faults` has the
// English with names in braces, and the same in that language.
function inWords(text) {
  const escaped = (part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  for (const [english, own] of data().faults ?? []) {
    const names = [];
    const pattern = english.split(/\{(\w+)\}/).map((part, i) => {
      if (i % 2 === 0) return escaped(part);
      names.push(part);
      return '([^]+?)';
    });
    const found = new RegExp(`^${pattern.join('')}$`).exec(text);
    if (!found) continue;
    return own.replace(/\{(\w+)\}/g, (hole, name) => (names.includes(name) ? inWords(found[names.indexOf(name) + 1]) : hole));
  }
  return text;
}

// On the first visit the language is the browser's.
function chooseLanguage() {
  const { lang, languages } = data();
  const link = (wanted) => languages.find(([tag]) => tag === wanted)?.[1];
  for (const anchor of document.querySelectorAll('.languages a')) {
    anchor.addEventListener('click', () => localStorage.setItem('chuhe-lang', anchor.hreflang));
  }
  try {
    const own = navigator.language;
    const guess = /^zh.*(hant|tw|hk|mo)/i.test(own) ? 'zh-Hant' : own.startsWith('zh') ? 'zh-Hans' : own.startsWith('vi') ? 'vi' : 'en';
    const wanted = localStorage.getItem('chuhe-lang') ?? guess;
    if (wanted !== lang && lang === 'en' && link(wanted)) location.replace(link(wanted));
  } catch { /* a page without storage keeps its language */ }
}
