"""The Chromium of the machine: it prints submissions, takes the pictures of the site and walks in the tests."""

import shutil

# The first of them has no window at all, and costs a page less.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def system_browser() -> str | None:
    return next((found for name in NAMES if (found := shutil.which(name))), None)
