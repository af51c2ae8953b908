"""What the tests of the page share: a server of the program, a Chromium that looks at it, and words for what a reader does.

Chromium and its driver are Debian's; nothing is fetched. Each page ends with its console and its requests looked at."""
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.parse
import urllib.request

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.common.exceptions import StaleElementReferenceException

ZERMELO = None
HERE = os.path.dirname(os.path.abspath(__file__))
SWITCHES = """--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
  --disable-component-update --disable-sync --disable-dev-shm-usage --window-size=1200,900""".split()


def zermelo(*words):
    """The lines of a command with --json."""
    done = subprocess.run([ZERMELO, *words, "--json"], capture_output=True, text=True, timeout=120, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def fields(*words):
    """The lines of a command that has no --json."""
    done = subprocess.run([ZERMELO, *words], capture_output=True, text=True, timeout=120, check=True)
    return [line.split("\t") for line in done.stdout.splitlines()]


class Server:
    """`zermelo serve` with some games and files."""

    def __init__(self, *words):
        self.process = subprocess.Popen([ZERMELO, "serve", *words, "--port", "0", "--threads", "1"], stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True)
        self.url = None
        for line in self.process.stdout:
            found = re.search(r"http://[^\s/]+", line)
            if found:
                self.url = found[0]
                break
        if self.url is None:
            raise AssertionError("zermelo serve: " + self.process.stderr.read())

    def ask(self, what, **query):
        with urllib.request.urlopen(f"{self.url}/api/{what}?{urllib.parse.urlencode(query)}", timeout=30) as answer:
            return json.load(answer)

    def close(self):
        self.process.terminate()
        _, errors = self.process.communicate(timeout=20)
        return self.process.returncode, errors


class Chromium:
    """One browser for all tests of a module: each test begins with a new address."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="zermelo-browser-", ignore_cleanup_errors=True)
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for switch in [*SWITCHES, "--user-data-dir=" + self.folder.name]:
            options.add_argument(switch)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))

    def close(self):
        self.driver.quit()
        self.folder.cleanup()

    def requests(self):
        """The addresses that were asked for since the last call."""
        events = (json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance"))
        return [event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"]

    def device(self, **what):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 1200, "height": 900, "deviceScaleFactor": 1, "mobile": False, **what})

    def colours(self, scheme):
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})


class PageTest(unittest.TestCase):
    """A class names what is served in `served`."""
    served = ()

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="zermelo-page-")
        cls.files_made = cls.files()
        cls.server = Server(*cls.files_made, *cls.served)
        cls.addClassCleanup(cls.folder.cleanup)
        cls.chromium = Chromium()
        cls.addClassCleanup(cls.chromium.close)

    @classmethod
    def tearDownClass(cls):
        code, errors = cls.server.close()
        if code not in (0, 75) or errors:
            raise AssertionError(f"zermelo serve ended with {code}: {errors}")

    @classmethod
    def files(cls):
        return ()

    @classmethod
    def make(cls, name, *words):
        path = os.path.join(cls.folder.name, name)
        subprocess.run([ZERMELO, *words, path, "--quiet"], check=True, stdout=subprocess.DEVNULL, timeout=120)
        return path

    def setUp(self):
        self.driver = self.chromium.driver
        self.chromium.device()
        self.chromium.colours("light")
        self.driver.get("about:blank")
        self.chromium.requests()
        self.driver.get_log("browser")
        self.expected = ()

    def tearDown(self):
        wrong = [entry["message"] for entry in self.driver.get_log("browser")
                 if entry["level"] in ("SEVERE", "WARNING") and not any(text in entry["message"] for text in self.expected)]
        self.assertEqual(wrong, [], "the console says")
        elsewhere = [url for url in self.chromium.requests()
                     if not url.startswith((self.server.url + "/", "data:", "about:", "file:", "blob:"))]
        self.assertEqual(elsewhere, [], "requests to other hosts")

    # ---- looking ----

    def wait(self, look, what, seconds=10):
        """What `look` returns as soon as it is true."""
        end = time.monotonic() + seconds
        while True:
            try:
                found = look()
            except StaleElementReferenceException:
                found = None
            if found:
                return found
            if time.monotonic() > end:
                self.fail(f"{what}: not within {seconds} seconds; the page shows:\n" + self.script("return document.body.innerText"))
            time.sleep(0.02)

    def script(self, code, *values):
        return self.driver.execute_script(code, *values)

    def get(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def words(self, selector):
        return self.script("return document.querySelector(arguments[0])?.textContent ?? ''", selector)

    def sentence(self):
        return self.words("#sentence").strip()

    def address(self):
        """game, position, ... as the address has them."""
        return dict(urllib.parse.parse_qsl(urllib.parse.urlparse(self.driver.current_url).fragment))

    def at(self, position):
        """Wait until the page shows a position, with the values of all moves."""
        self.wait(lambda: self.address().get("position", "") == position, f"position {position!r}")
        self.wait(lambda: self.script("""return document.querySelector("#text").value === arguments[0]
            && !["", "Searching\u2026"].includes(document.querySelector("#sentence").textContent)""", position), f"the value of {position!r}")

    def open(self, game, position="", **more):
        words = urllib.parse.urlencode({"game": game, "position": position, **more})
        self.driver.get(f"{self.server.url}/#{words}")
        self.driver.refresh()  # an address that differs only after # loads nothing
        self.wait(lambda: self.script("return document.querySelector('.cell') !== null"), "a board")

    def shown(self):
        """Move to its words, as the list has them."""
        return dict(self.script("""return [...document.querySelectorAll("#moves button")].map(
            (button) => [button.dataset.move, button.querySelector(".words")?.textContent.trim()])"""))

    def played(self):
        return self.script("return [...document.querySelectorAll('#history b')].map((each) => each.textContent)")

    # ---- doing ----

    def click(self, selector):
        self.get(selector).click()

    def cell(self, name):
        """Click a cell of the board by its name, with the mouse where it is."""
        def click():
            cell = self.get(f'.cell[data-name="{name}"]')
            ActionChains(self.driver, duration=0).move_to_element(cell).click().perform()
            return True
        self.wait(click, f"cell {name}")

    def press(self, *keys, held=None):
        actions = ActionChains(self.driver, duration=0)
        if held:
            actions.key_down(held)
        actions.send_keys(*keys)
        if held:
            actions.key_up(held)
        actions.perform()

    def choose_player(self, side, name, keys):
        """With its keys at once: a player who is to move would begin without them."""
        self.script("""const select = document.querySelector(`#player-${arguments[0]}`); select.value = arguments[1];
            select.dispatchEvent(new Event("change"));
            document.querySelector(`#keys-${arguments[0]}`).value = arguments[2]""", side, name, keys)

    def choose(self, selector, value):
        self.script("""const select = document.querySelector(arguments[0]); select.value = arguments[1];
            select.dispatchEvent(new Event("change"))""", selector, value)

    def paste(self, text):
        self.script("""const data = new DataTransfer(); data.setData("text/plain", arguments[0]);
            document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }))""", text)


def main(modules):
    """browser_test.py ZERMELO [NAME...]"""
    global ZERMELO
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.modules["browser"].ZERMELO = os.path.abspath(sys.argv[1])
    words = sys.argv[2:]
    if not any(word.split(".")[0] in modules for word in words):
        words += modules
    unittest.main(module=None, argv=[sys.argv[0], *words])
