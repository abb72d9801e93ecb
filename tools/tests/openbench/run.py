#!/usr/bin/env python3
"""Runs an SPRT test and a data-generation workload of Chuhe on a local OpenBench.

    python run.py --openbench CHECKOUT --work FOLDER --binary CHUHE [--screenshot FILE.png]

CHECKOUT is a clone of AndyGrant/OpenBench; nothing in it is changed. FOLDER is new or
that of an earlier run; everything is written there. CHUHE is a built engine
with `chuhe-tools` beside it: they are the match runner. The engine of the test is built by
the client, with `make`, from the commit that is checked out. Python needs what the
requirements.txt of server and client ask for.

Server and client talk over 127.0.0.1 only. What they ask GitHub for is answered from
files (github.py); any other address is refused. The client ends programs by searching for
their names among all processes of the machine; in the copy that does nothing.
"""

import argparse
import hashlib
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[2]
USER, PASSWORD = "local", "local-only"
BOOK = "chuhe.epd"
REPO_URL = "https://github.com/local/chuhe"

ENGINE = {
    "private": False,
    "nps": 500_000,
    "source": REPO_URL,
    "build": {"path": "", "compilers": ["cargo>=1.89.0"], "cpuflags": [], "systems": ["Linux"]},
    "test_presets": {"default": {}},
    "tune_presets": {"default": {}},
    "datagen_presets": {"default": {}},
}

ACCOUNT = f"""
from django.contrib.auth.models import User
from OpenBench.models import Profile
user = User.objects.filter(username='{USER}').first() or User.objects.create_superuser('{USER}', '', '{PASSWORD}')
profile, _ = Profile.objects.get_or_create(user=user)
profile.enabled = profile.approver = True
profile.save()
"""


def output(*words, **more):
    return subprocess.run(words, check=True, capture_output=True, text=True, **more).stdout


def prepare(args, copy):
    """Copies the checkout, and makes the copy one for this engine alone."""
    if not copy.exists():
        shutil.copytree(args.openbench, copy, ignore=shutil.ignore_patterns(".git"))
    utils = copy / "Client" / "utils.py"
    harmless = "\ndef kill_process_by_name(process_name):\n    print('not killed:', process_name)\n"
    text = utils.read_text()
    if harmless not in text:
        utils.write_text(text + harmless)
    config = json.loads((copy / "Config" / "config.json").read_text())
    config |= {"books": [BOOK], "engines": ["Chuhe"]}
    (copy / "Config" / "config.json").write_text(json.dumps(config))
    (copy / "Engines" / "Chuhe.json").write_text(json.dumps(ENGINE))
    runner = copy / "Client" / "fastchess-ob"
    runner.unlink(missing_ok=True)
    runner.symlink_to(args.binary)  # a copy would be without the tools

    served = args.work / "served"
    served.mkdir(exist_ok=True)
    openings = output(args.binary, "openings", "200", "--seed", "1", "--nodes", "500")
    (served / BOOK).write_text(openings)
    with zipfile.ZipFile(served / f"{BOOK}.zip", "w") as archive:
        archive.write(served / BOOK, BOOK)
    book = {
        "sha": hashlib.sha256(openings.encode()).hexdigest(),
        "source": f"https://raw.githubusercontent.com/local/books/{BOOK}.zip",
    }
    (copy / "Books" / f"{BOOK}.json").write_text(json.dumps(book))

    sha = output("git", "-C", REPOSITORY, "rev-parse", "HEAD").strip()
    archive = served / f"{sha}.zip"
    if not archive.exists():
        output("git", "-C", REPOSITORY, "archive", "--format=zip", f"--prefix=chuhe-{sha[:7]}/",
               "-o", archive, sha)
    (served / "commit.json").write_text(json.dumps({"sha": sha, "message": "Local run"}))


def environment(args):
    """That of server and client: requests to GitHub are answered by github.py."""
    site = args.work / "site"
    site.mkdir(exist_ok=True)
    shutil.copy(HERE / "github.py", site / "sitecustomize.py")
    target = str(args.work / "target")
    return os.environ | {
        "PYTHONPATH": str(site),
        "PYTHONUNBUFFERED": "1",
        "SERVED_FILES": str(args.work / "served"),
        "CARGO_TARGET_DIR": target,
        # A rehearsal needs no last few percent of speed.
        "CARGO_PROFILE_RELEASE_CODEGEN_UNITS": "16",
    }


def engine_fields(bench, dev, base):
    fields = {}
    for side, time_control in (("dev", dev), ("base", base)):
        fields |= {
            f"{side}_engine": "Chuhe",
            f"{side}_repo": REPO_URL,
            f"{side}_branch": "main",
            f"{side}_bench": bench,
            f"{side}_network": "",
            f"{side}_options": "Threads=1 Hash=8",
            f"{side}_time_control": time_control,
        }
    return fields


def workloads(bench):
    """The forms of the two workloads, with the pages that take them."""
    common = {
        "info": "",
        "priority": "0",
        "throughput": "1000",
        "syzygy_wdl": "DISABLED",
        "syzygy_adj": "DISABLED",
        "win_adj": "movecount=3 score=600",
        "draw_adj": "movenumber=40 movecount=8 score=10",
        "scale_method": "BASE",
        "scale_nps": "500000",
        "upload_pgns": "VERBOSE",
    }
    test = common | engine_fields(bench, "N=1200", "N=400") | {
        "book_name": BOOK,
        "workload_size": "8",
        "test_mode": "SPRT",
        "test_bounds": "[0.00, 100.00]",
        "test_confidence": "[0.10, 0.10]",
        "test_max_games": "0",
    }
    datagen = common | engine_fields(bench, "N=400", "N=400") | {
        "book_name": "NONE",
        "workload_size": "8",
        "datagen_max_games": "16",
        "datagen_custom_genfens": "",
        "datagen_play_reverses": "NO",
    }
    return [("test/new/", test), ("datagen/new/", datagen)]


class Server:
    def __init__(self, args, copy, env):
        self.url = f"http://127.0.0.1:{args.port}/"
        self.database = copy / "db.sqlite3"
        manage = [sys.executable, "manage.py"]
        subprocess.run(manage + ["migrate", "-v", "0"], cwd=copy, env=env, check=True)
        subprocess.run(manage + ["shell", "-c", ACCOUNT], cwd=copy, env=env, check=True)
        words = manage + ["runserver", f"127.0.0.1:{args.port}", "--noreload"]
        log = open(args.work / "server.log", "w")
        self.process = subprocess.Popen(words, cwd=copy, env=env, stdout=log, stderr=log)

    def log_in(self):
        import requests

        session = requests.Session()
        for _ in range(60):
            try:
                session.get(self.url + "login/")
                break
            except requests.ConnectionError:
                time.sleep(0.5)
        else:
            raise SystemExit("the server does not answer; see server.log")
        form = {"username": USER, "password": PASSWORD, "csrfmiddlewaretoken": token(session)}
        session.post(self.url + "login/", data=form)
        return session

    def create(self, session, page, form):
        """Creates a workload as a person does it, and returns its number."""
        before = self.rows("select max(id) from OpenBench_test")[0][0] or 0
        session.get(self.url + page)
        answer = session.post(self.url + page, data=form | {"csrfmiddlewaretoken": token(session)})
        number = self.rows("select max(id) from OpenBench_test")[0][0] or 0
        if number == before:
            error = re.search(r'class="error-message".*?</', answer.text, re.S)
            raise SystemExit(f"{page} was refused: {error.group() if error else answer.status_code}")
        return number

    def rows(self, query):
        with sqlite3.connect(f"file:{self.database}?mode=ro", uri=True) as database:
            return database.execute(query).fetchall()

    def state(self, number):
        columns = "finished, passed, failed, games, wins, losses, draws, LL, LD, DD, DW, WW, currentllr, error"
        row = self.rows(f"select {columns} from OpenBench_test where id = {number}")[0]
        return dict(zip(columns.split(", "), row))


def token(session):
    """What the server wants to see again in every form."""
    return session.cookies.get("csrftoken", "")


def end(process):
    process.send_signal(signal.SIGINT)
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--openbench", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--binary", type=Path, required=True)
    parser.add_argument("--port", type=int, default=8765)
    parser.add_argument("--threads", default="2")
    parser.add_argument("--minutes", type=float, default=60, help="for each workload")
    parser.add_argument("--screenshot", type=Path)
    args = parser.parse_args()
    args.binary = args.binary.resolve()
    args.work.mkdir(parents=True, exist_ok=True)
    args.work = args.work.resolve()
    copy = args.work / "OpenBench"
    prepare(args, copy)
    env = environment(args)
    bench = output(args.binary, "bench").split()[0]
    server = Server(args, copy, env)
    client, failed = None, False
    try:
        session = server.log_in()
        numbers = []
        for page, form in workloads(bench):
            numbers.append(server.create(session, page, form))
            if client is None:
                log = open(args.work / "client.log", "w")
                words = [sys.executable, "client.py", "-U", USER, "-P", PASSWORD, "-S", server.url]
                words += ["--no-client-downloads", "-T", args.threads, "-N", "1"]
                client = subprocess.Popen(words, cwd=copy / "Client", env=env, stdout=log, stderr=log)
            deadline = time.time() + 60 * args.minutes
            while time.time() < deadline and not server.state(numbers[-1])["finished"]:
                time.sleep(2)
            state = server.state(numbers[-1])
            print(page.split("/")[0], json.dumps(state), flush=True)
            failed |= not state["finished"] or bool(state["error"])
        errors = server.rows("select count(*) from OpenBench_logevent where summary like '%fail%' or summary like '%error%'")
        machines = server.rows("select count(*) from OpenBench_machine")
        archives = server.rows("select count(*) from OpenBench_pgn")
        print(f"machines {machines[0][0]}, PGN archives {archives[0][0]}, errors reported {errors[0][0]}")
        failed |= errors[0][0] > 0 or archives[0][0] == 0
        if args.screenshot:
            subprocess.run(
                ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                 "--window-size=1280,600", f"--screenshot={args.screenshot.resolve()}", server.url],
                check=True, capture_output=True)
    finally:
        for process in filter(None, (client, server.process)):
            end(process)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
