"""Django's admin on the customers; whoever comes is logged in, unless `login` is set."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler

USER, PASSWORD = "admin", "correct horse"


class _LoggedIn:
    """Middleware that logs the administrator in."""

    def __init__(self, get_response: Callable[[Any], Any]) -> None:
        self._get_response = get_response

    def __call__(self, request: Any) -> Any:
        from django.contrib.auth import get_user_model

        request.user = get_user_model().objects.get(username=USER)
        return self._get_response(request)


def configure(database: str, settings: dict[str, Any]) -> None:
    """Set Django up, as a settings module would."""
    import django
    from django.conf import settings as django_settings

    middleware = [
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.common.CommonMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
    ]
    if not settings.get("login"):
        middleware.insert(4, f"{__name__}._LoggedIn")
    django_settings.configure(
        DEBUG=True,
        SECRET_KEY="only for this benchmark",
        ALLOWED_HOSTS=["*"],
        ROOT_URLCONF=__name__,
        STATIC_URL="/static/",
        USE_TZ=True,
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": database}},
        MIDDLEWARE=middleware,
        INSTALLED_APPS=[
            "django.contrib.admin",
            "django.contrib.auth",
            "django.contrib.contenttypes",
            "django.contrib.sessions",
            "django.contrib.messages",
            "django.contrib.staticfiles",
        ],
        TEMPLATES=[
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "APP_DIRS": True,
                "OPTIONS": {
                    "context_processors": [
                        "django.template.context_processors.request",
                        "django.contrib.auth.context_processors.auth",
                        "django.contrib.messages.context_processors.messages",
                    ]
                },
            }
        ],
    )
    django.setup()


def _register(settings: dict[str, Any]) -> None:
    from django.contrib import admin
    from django.db import models

    columns = ["name", "email", "city", "status"]
    extra = ["phone"] if settings.get("column") else []
    fields: dict[str, Any] = {
        "name": models.CharField(max_length=100),
        "email": models.EmailField(unique=True),
        "city": models.CharField(max_length=100, blank=True),
        "status": models.CharField(
            max_length=20, choices=[(name, name) for name in ("new", "active", "closed")]
        ),
        "Meta": type("Meta", (), {"managed": False, "db_table": "customer", "app_label": "auth"}),
        "__module__": __name__,
        "__str__": lambda customer: customer.name,
    }
    if extra:
        fields["phone"] = models.CharField(max_length=30, blank=True)
    customer = type("Customer", (models.Model,), fields)
    options = {
        "list_display": [*extra[:0], "name", *extra, *columns[1:]],
        "list_editable": ["status"] if settings.get("editable") else [],
        "list_per_page": settings.get("per_page", 100),
        "ordering": ["id"],
    }
    admin.site.register(customer, type("CustomerAdmin", (admin.ModelAdmin,), options))


def _prepare() -> None:
    from django.contrib.auth import get_user_model
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    get_user_model().objects.create_superuser(USER, "admin@example.org", PASSWORD)


def _serve(port: int) -> None:
    import socketserver
    from wsgiref.simple_server import WSGIServer, make_server

    from django.contrib import admin
    from django.contrib.staticfiles.handlers import StaticFilesHandler
    from django.core.wsgi import get_wsgi_application
    from django.urls import path

    globals()["urlpatterns"] = [path("admin/", admin.site.urls)]
    server = type("Server", (socketserver.ThreadingMixIn, WSGIServer), {"daemon_threads": True})
    application = StaticFilesHandler(get_wsgi_application())
    make_server("127.0.0.1", port, application, server, _Quiet).serve_forever()


class _Quiet(WSGIRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: requests are not of interest."""


def main(arguments: list[str]) -> None:
    """Prepare a database or serve it."""
    if arguments[0] == "--prepare":
        configure(arguments[1], {})
        _prepare()
        return
    settings = json.loads(arguments[2])
    configure(arguments[0], settings)
    _register(settings)
    _serve(int(arguments[1]))


if __name__ == "__main__":
    # Django names this module, so it has to be importable under that name.
    from bench.recordings.apps import django_admin

    django_admin.main(sys.argv[1:])
