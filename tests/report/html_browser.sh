#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A page of --format=html in a browser: its script runs under its policy, has no
# errors, steps by the keyboard, folds, and draws arrows.
# needs: chromium
. "$(dirname "$0")/frame"
cp "$root"/tests/programs/{deadlock_abba,race_write_write}.c .
write_wrong wrong.c

# browse PAGE: what it is when its script has run, and what was said meanwhile.
browse() {
    chromium --headless --no-sandbox --disable-gpu --disable-quic \
        --no-first-run --disable-background-networking --disable-sync \
        --disable-component-update --disable-breakpad --hide-scrollbars \
        --user-data-dir="$work/browser" --enable-logging=stderr \
        --window-size=1280,900 --dump-dom "file://$work/$1" \
        >"$work/.out" 2>"$work/.err" </dev/null || failed 'no browser'
}
for program in wrong.c deadlock_abba.c race_write_write.c; do
    run 42 "$MAZURKA" check --format=html --output=page.html $program
    browse page.html
    grep -q '<html [^>]*class="live"' .out || failed 'its script did not run'
    ! grep 'CONSOLE' .err || failed 'the browser complains'
    [ $program != race_write_write.c ] || grep -q 'not ordered' .out ||
        failed 'no line between the sides of the race'
done

# Its policy lets no other script run: here it is taken away, and keys come.
run 42 "$MAZURKA" check --format=html --output=page.html wrong.c
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
page = open('page.html').read()
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
rm -rf "$TMPDIR"/.org.chromium.* "$TMPDIR"/.com.google.*
nothing_left
