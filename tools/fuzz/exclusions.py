"""The one list of what is not held against the service, each with its reason. Everything else fails the run."""

import json
from typing import Callable, NamedTuple


class Exclusion(NamedTuple):
    # Class of the failure in schemathesis.
    failure: str
    # Whether it is about this failure of this call; `answer` is the object that was answered.
    concerns: Callable
    reason: str


def code_in(*codes):
    return lambda failure, case, answer: answer.get("code") in codes


def holds_nul(failure, case, answer):
    told = [error["message"] for error in answer.get("errors", [])] + [answer.get("error_description", "")]
    return any("NUL" in words for words in told)


def holds_control_characters(failure, case, answer):
    told = [error["message"] for error in answer.get("errors", [])]
    return any("control characters" in words for words in told)


def is_foreign_return_url(failure, case, answer):
    return [error["field"] for error in answer.get("errors", [])] == ["return_url"]


def is_about_lines(failure, case, answer):
    fields = {error["field"] for error in answer.get("errors", [])}
    return case.path == "/orders" and len(fields) > 0 and fields <= {"lines", "ticket_type_id", "quantity"}


def is_rpc_error(failure, case, answer):
    return case.path == "/mcp" and "error" in answer


def is_only_unknown(failure, case, answer):
    return "in query - violates `additionalProperties`" in failure.message


EXCLUSIONS = [
    Exclusion(
        "RejectedPositiveData",
        is_foreign_return_url,
        "A return_url is an https address on a domain of the company's own website keys, which no schema knows.",
    ),
    Exclusion(
        "RejectedPositiveData",
        is_about_lines,
        "An order names its tickets in one of two ways: `lines`, or `ticket_type_id` and `quantity`. Each field is optional "
        "in the schema.",
    ),
    Exclusion(
        "RejectedPositiveData",
        code_in("unknown_event", "unknown_ticket_type", "quantity_over_limit"),
        "An order that is well formed may still name an event or ticket that does not exist, or more tickets than one "
        "order may hold: a 400 with a code of its own. Three of four valid orders name real ones.",
    ),
    Exclusion(
        "RejectedPositiveData",
        code_in("key_in_url", "server_key_refused"),
        "A text that begins like a key is refused wherever it stands, so that no log keeps it: a rule over all texts, "
        "which the document states once and schemas of single fields cannot.",
    ),
    Exclusion(
        "RejectedPositiveData",
        holds_nul,
        "U+0000 is refused wherever it stands, since the database cannot hold it: a rule over all texts, likewise.",
    ),
    Exclusion(
        "RejectedPositiveData",
        holds_control_characters,
        "Control characters are refused in every text that is kept, since no two formats carry them alike: a rule over all "
        "texts, which the descriptions of the fields state.",
    ),
    Exclusion(
        "RejectedPositiveData",
        code_in("range_not_satisfiable"),
        "A well-formed range may begin behind the end of the file, which HTTP answers with 416.",
    ),
    Exclusion(
        "AcceptedNegativeData",
        is_rpc_error,
        "JSON-RPC refuses with an `error` in the body; the status 200 says only that there was an answer.",
    ),
    Exclusion(
        "AcceptedNegativeData",
        is_only_unknown,
        "Parameters that no endpoint knows are ignored, as version 1 may grow others.",
    ),
    Exclusion(
        "ObjectLevelAuthorizationViolation",
        lambda failure, case, answer: case.path.startswith("/events"),
        "Events and their tickets belong to no partner: two companies with the same agreement see the same ones. Orders, "
        "earnings, statements and files are held to the check.",
    ),
]


def excluded(failure, case, response):
    """The reason why a failure does not count, or None."""
    answer = read_answer(response)
    for exclusion in EXCLUSIONS:
        if exclusion.failure == type(failure).__name__ and exclusion.concerns(failure, case, answer):
            return exclusion.reason
    return None


def read_answer(response):
    try:
        answer = json.loads(response.content)
    except ValueError:
        return {}
    return answer if isinstance(answer, dict) else {}
