"""Flask-Admin on the customers, with the login that its documentation proposes."""

from __future__ import annotations

import json
import sys
from typing import Any

_LOGIN = """<!doctype html><title>Log in</title><h1>Log in</h1><form method=post>
<label>User <input name=user></label><label>Password <input type=password></label>
<button>Log in</button></form>"""


def make(database: str, settings: dict[str, Any]) -> Any:
    """The application."""
    from flask import Flask, redirect, request
    from flask_admin import Admin
    from flask_admin.contrib.sqla import ModelView
    from flask_sqlalchemy import SQLAlchemy

    app = Flask(__name__)
    app.config.update(SECRET_KEY="only for this benchmark",
                      SQLALCHEMY_DATABASE_URI=f"sqlite:///{database}")  # fmt: skip
    db = SQLAlchemy(app)

    class Customer(db.Model):  # type: ignore[misc, name-defined]  # made by the extension
        __tablename__ = "customer"
        id = db.Column(db.Integer, primary_key=True)
        name = db.Column(db.String, nullable=False)
        email = db.Column(db.String, nullable=False, unique=True)
        city = db.Column(db.String, nullable=False, default="")
        status = db.Column(db.String, nullable=False, default="new")
        if settings.get("column"):
            phone = db.Column(db.String)

    columns = [*(["phone"] if settings.get("column") else []), "name", "email", "city", "status"]

    class CustomerView(ModelView):  # type: ignore[misc]  # without types
        page_size = settings.get("per_page", 50)
        column_list = columns
        form_columns = columns
        column_default_sort = "id"
        column_searchable_list = ("name",)

        def is_accessible(self) -> bool:
            return not settings.get("login")

        def inaccessible_callback(self, name: str, **_rest: Any) -> Any:
            return redirect("/login?next=" + request.path)

    app.add_url_rule("/login", view_func=lambda: _LOGIN, endpoint="login")
    admin = Admin(app, name="Customers")
    with app.app_context():
        admin.add_view(CustomerView(Customer, db, name="Customers", endpoint="customers"))
    return app


if __name__ == "__main__":
    from werkzeug.serving import WSGIRequestHandler, run_simple

    WSGIRequestHandler.log = lambda *_args, **_rest: None
    run_simple(
        "127.0.0.1", int(sys.argv[2]), make(sys.argv[1], json.loads(sys.argv[3])), threaded=True
    )
