"""Drafting a rulebook: a file to begin with, the words it may use, a schema for editors, the check before it plays."""

from croupier.drafting.check import Checked, check_path, check_text
from croupier.drafting.kinds import faults_of, vocabulary_of

__all__ = ["Checked", "check_path", "check_text", "faults_of", "vocabulary_of"]
