#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A page of --format=html in a browser: its script runs under its policy, has no
# errors, steps by the keyboard, folds, and draws arrows; it fits, and can be
# printed.
# needs: chromium
. "$(dirname "$0")/frame"
cp "$root"/tests/programs/{deadlock_abba,race_write_write}.c .
cp "$here/list/08_relaxed_publish.cc" 08.cc
write_wrong wrong.c

# browser PAGE OPTION...
browser() {
    local page=$1
    shift
    chromium --headless --no-sandbox --disable-gpu --disable-quic \
        --no-first-run --disable-background-networking --disable-sync \
        --disable-component-update --disable-breakpad --hide-scrollbars \
        --user-data-dir="$work/browser" --enable-logging=stderr \
        --window-size=1280,900 "$@" "file://$work/$page" \
        >"$work/.out" 2>"$work/.err" </dev/null || failed 'no browser'
}
# browse PAGE: what it is when its script has run, and what was said meanwhile.
browse() {
    browser "$1" --dump-dom
}
for program in wrong.c deadlock_abba.c race_write_write.c 08.cc; do
    run 42 "$MAZURKA" check --format=html --output=$program.html $program
done

# Its policy lets no other script run: here it is taken away, and keys come.
cat >keys.js <<'END'
const errors = [], seen = [];
addEventListener('error', (event) => errors.push(event.message));
addEventListener('load', () => {
  const press = (key) => (document.activeElement || document.body)
    .dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));
  const visible = () => [...document.querySelectorAll('.s')]
    .filter((step) => step.offsetParent).map((step) => step.id || 'error');
  const note = () => {
    const step = document.querySelector('.s.cur');
    seen.push(step ? step.id || 'error' : 'none');
    if (step && !step.contains(document.activeElement))
      errors.push('the current step has no focus');
  };
  const few = visible();
  for (const key of ['Home', 'ArrowDown', 'j', 'ArrowUp', 'k', 'End',
                     'ArrowLeft', 'ArrowRight', 'Escape']) {
    press(key);
    note();
  }
  press('f');
  const many = visible();
  press('f');
  document.querySelector('.fold button').click();
  const opened = visible();
  let arrows = 0;
  press('Home');
  for (let i = 0; i < many.length; i++, press('ArrowDown'))
    arrows += document.querySelectorAll('.arrows .hb').length;
  press('?');
  const helped = document.getElementById('help').open;
  press('?');
  press('t');
  document.body.innerHTML = '<pre id=result></pre>';
  document.getElementById('result').textContent = JSON.stringify({
    errors, seen, few, many, opened, arrows, helped,
    theme: document.documentElement.dataset.theme});
});
END
python3 -IS - <<'END'
page = open('wrong.c.html').read()
start = page.index('<meta http-equiv=Content-Security-Policy')
end = page.index('>', start) + 1
open('keys.html', 'w').write(page[:start] + '<script>' + open('keys.js').read()
                             + '</script>' + page[end:])
END
browse keys.html
python3 -IS - <<'END' 2>.err || failed 'keys do not do what they should'
import html, json, re
r = json.loads(html.unescape(re.search('<pre id="result">(.*?)</pre>',
                                       open('.out').read(), re.S)[1]))
few = r['few']
assert not r['errors'], r
assert r['seen'][:6] == [few[0], few[1], few[2], few[1], few[0], 'error'], r
assert r['seen'][6] != 'error' and r['seen'][7] == 'error', r
assert r['seen'][8] == 'none', r
assert len(few) < len(r['opened']) <= len(r['many']), r
assert r['many'][:-1] == [f'e0s{i}' for i in range(1, len(r['many']))], r
assert r['arrows'] > 1 and r['helped'] and r['theme'] in ('dark', 'light'), r
END

# On a telephone, a screen, and paper, whose rules are applied here to a page
# that somebody has made dark: nothing is cut, or wider than the page; on paper
# all is dark on white, and there is nothing to click.
cat >fits.js <<'END'
addEventListener('load', () => {
  const wrong = [], seen = new Set();
  const light = (colour) => colour.match(/\d+/g).slice(0, 3)
    .reduce((sum, part) => sum + Number(part), 0) / 765;

  /* Its own script, whose policy lets no other run, has run. */
  function look(name, page, window) {
    const complain = (what) => wrong.push(name + ': ' + what);
    const style = (element) => window.getComputedStyle(element);
    const all = (selector) => [...page.querySelectorAll(selector)]
      .filter((element) => element.getBoundingClientRect().width);

    if (!page.documentElement.classList.contains('live'))
      complain('its script did not run');
    if (name.includes('race') &&
        !page.querySelector('.arrows').textContent.includes('not ordered') &&
        window.innerWidth > 900)
      complain('no line between the sides of the race');
    if (page.documentElement.scrollWidth > window.innerWidth)
      complain('it is ' + page.documentElement.scrollWidth + ' wide');
    for (const element of all('.card, .box, h1, pre, .bar')) {
      const place = element.getBoundingClientRect();
      if (place.left < 0 || place.right > window.innerWidth)
        complain('beyond its edge: ' + element.textContent);
      if (element.scrollWidth > element.clientWidth + 1)
        complain('no room for: ' + element.textContent);
      seen.add(name);
    }
    if (!name.endsWith('paper'))
      return;
    if (light(style(page.body).backgroundColor) < 1 ||
        light(style(page.body).color) > .3)
      complain('not dark on white');
    for (const element of all('button, dialog'))
      if (!element.closest('.fold'))
        complain('to click: ' + element.textContent);
    for (const element of all('.box .src, .box .at'))
      if (element.scrollHeight > element.clientHeight + 1)
        complain('cut: ' + element.textContent);
  }
  for (const frame of document.querySelectorAll('iframe'))
    look(frame.title, frame.contentDocument, frame.contentWindow);
  document.body.innerHTML = '<pre id=result></pre>';
  document.getElementById('result').textContent =
    JSON.stringify({wrong, seen: seen.size});
});
END
python3 -IS - <<'END'
import html
frames = ''
for name in 'wrong.c', 'deadlock_abba.c', 'race_write_write.c', '08.cc':
    page = open(name + '.html').read()
    assert page.count('@media print') == 1 and page.count('@media screen') == 2
    paper = page.replace('@media screen', '@media speech')
    paper = paper.replace('@media print {', '@media all {').replace(
        '<html ', '<html data-theme=dark ')
    for width, text in (390, page), (1280, page), (718, paper), (1047, paper):
        title = f'{name} at {width}' + ' on paper' * (text == paper)
        frames += (f'<iframe title="{title}" width={width} height=900 '
                   f'srcdoc="{html.escape(text)}"></iframe>')
open('widths.html', 'w').write(
    f'<!doctype html><body>{frames}<script>{open("fits.js").read()}</script>')
END
browse widths.html
python3 -IS - <<'END' 2>.wrong || failed 'a page does not fit'
import html, json, re
r = json.loads(html.unescape(re.search('<pre id="result">(.*?)</pre>',
                                       open('.out').read(), re.S)[1]))
assert not r['wrong'] and r['seen'] == 16, r
END
! grep 'CONSOLE' .err || failed 'the browser complains'
browser wrong.c.html --print-to-pdf="$work/page.pdf"
python3 -IS - <<'END' 2>.err || failed 'it is not printed'
import re
pdf = open('page.pdf', 'rb').read()
pages = len(re.findall(rb'/Type /Page\b', pdf))
assert pdf.startswith(b'%PDF') and 1 <= pages < 4, pages
END
rm -rf "$TMPDIR"/.org.chromium.* "$TMPDIR"/.com.google.*
nothing_left
