#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tests/report/schema.py SCHEMA FILE...: does each file follow the schema?

Knows the part of JSON Schema that docs/report.schema.json uses, and refuses a
schema that uses more. Prints what is wrong, and where, and fails.
"""
import json
import re
import sys

TYPES = {'object': dict, 'array': list, 'string': str, 'boolean': bool,
         'null': type(None), 'integer': int, 'number': (int, float)}
SAID = {'$schema', '$defs', 'title', 'description'}
KNOWN = SAID | {'$ref', 'anyOf', 'type', 'enum', 'const', 'properties', 'items',
                'required', 'additionalProperties', 'minimum', 'pattern',
                'minItems'}


def is_of(value, name):
    if isinstance(value, bool):
        return name == 'boolean'
    return isinstance(value, TYPES[name])


def faults(value, schema, root, where='$'):
    """What is wrong with the value; nothing if it is as it should be."""
    if schema is True:
        return
    if schema is False:
        yield f'{where}: is not known'
        return
    if set(schema) - KNOWN:
        raise SystemExit(f'not understood in the schema: {set(schema) - KNOWN}')
    if '$ref' in schema:
        target = root
        for part in schema['$ref'].split('/')[1:]:
            target = target[part]
        yield from faults(value, target, root, where)
    if 'anyOf' in schema:
        each = [list(faults(value, one, root, where))
                for one in schema['anyOf']]
        if all(each):
            yield from min(each, key=len)
    if 'const' in schema and value != schema['const']:
        yield f'{where}: {value!r} is not {schema["const"]!r}'
    if 'enum' in schema and value not in schema['enum']:
        yield f'{where}: {value!r} is none of {schema["enum"]}'
    types = schema.get('type', [])
    types = [types] if isinstance(types, str) else types
    if types and not any(is_of(value, name) for name in types):
        yield f'{where}: {value!r} is no {" or ".join(types)}'
    elif isinstance(value, dict):
        yield from object_faults(value, schema, root, where)
    elif isinstance(value, list):
        if len(value) < schema.get('minItems', 0):
            yield f'{where}: has only {len(value)} items'
        for i, item in enumerate(value):
            yield from faults(item, schema.get('items', True), root,
                              f'{where}[{i}]')
    elif isinstance(value, str):
        if not re.search(schema.get('pattern', ''), value):
            yield f'{where}: {value!r} does not match {schema["pattern"]}'
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        if value < schema.get('minimum', value):
            yield f'{where}: {value} is less than {schema["minimum"]}'


def object_faults(value, schema, root, where):
    known = schema.get('properties', {})
    for name in schema.get('required', []):
        if name not in value:
            yield f'{where}: no {name}'
    for name, item in value.items():
        rule = known.get(name, schema.get('additionalProperties', True))
        yield from faults(item, rule, root, f'{where}.{name}')


def main(schema, *paths):
    with open(schema, encoding='utf-8') as file:
        root = json.load(file)
    wrong = False
    for path in paths:
        with open(path, encoding='utf-8') as file:
            for fault in list(faults(json.load(file), root, root))[:10]:
                wrong = True
                print(f'{path}: {fault}')
    return wrong


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
