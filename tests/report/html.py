#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tests/report/html.py PAGE...: is each a whole page that needs nothing else?

Elements are closed in order, names are given once, links lead to names, no
address leads out, no attribute runs, and the one script is that which the
page's policy names. Prints what is wrong, and fails.
"""
import base64
import hashlib
import html.parser
import re
import sys

VOID = {'meta', 'wbr', 'br', 'link', 'img', 'input', 'hr'}
MAY_HAVE = {'html', 'head', 'meta', 'title', 'style', 'body', 'nav', 'main',
            'span', 'button', 'article', 'header', 'p', 'h1', 'h2', 'h3', 'ul',
            'ol', 'li', 'div', 'section', 'b', 'i', 'a', 'code', 'samp',
            'details', 'summary', 'svg', 'rect', 'output', 'pre', 'del', 'footer',
            'dialog', 'dl', 'dt', 'dd', 'kbd', 'form', 'script',
            'wbr'}


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.wrong, self.names, self.links = [], [], set(), set()
        self.scripts, self.text, self.policy, self.boxes = [], '', '', 0

    def handle_starttag(self, tag, attributes):
        if tag not in MAY_HAVE | {'title'}:
            self.wrong.append(f'an element {tag}')
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attributes:
            value = value or ''
            if name in ('src', 'srcset', 'action', 'data', 'background') or \
                    name.startswith('on'):
                self.wrong.append(f'<{tag} {name}={value!r}>')
            if name == 'href' and not value.startswith('#'):
                self.wrong.append(f'a link to {value}')
            if name == 'href':
                self.links.add(value[1:])
            if name == 'id':
                if value in self.names:
                    self.wrong.append(f'two are called {value}')
                self.names.add(value)
            if name == 'class' and 'box' in value.split():
                self.boxes += 1
        attributes = dict(attributes)
        if attributes.get('http-equiv') == 'Content-Security-Policy':
            self.policy = attributes['content']
        if tag == 'script':
            self.scripts.append('')

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f'</{tag}> at {self.getpos()}')

    def handle_data(self, data):
        if self.open[-1:] == ['script']:
            self.scripts[-1] += data
        elif self.open[-1:] == ['style']:
            if re.search(r'url\(|@import|https?:', data):
                self.wrong.append('a style sheet that leads out')
        else:
            self.text += data

    def check(self):
        if self.open:
            self.wrong.append(f'not closed: {self.open}')
        if self.links - self.names:
            self.wrong.append(f'links to nothing: {self.links - self.names}')
        digests = [base64.b64encode(hashlib.sha256(
            script.encode()).digest()).decode() for script in self.scripts]
        if len(digests) != 1 or \
                f"script-src 'sha256-{digests[0]}'" not in self.policy:
            self.wrong.append(f'scripts {digests}, policy {self.policy}')
        if "default-src 'none'" not in self.policy:
            self.wrong.append('a policy that lets things be loaded')
        return self.wrong


def read(path):
    page = Page()
    with open(path, encoding='utf-8') as file:
        page.feed(file.read())
    page.close()
    return page


if __name__ == '__main__':
    faults = [f'{path}: {fault}' for path in sys.argv[1:]
              for fault in read(path).check()]
    print('\n'.join(faults))
    sys.exit(bool(faults))
