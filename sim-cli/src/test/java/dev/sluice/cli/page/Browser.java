// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.page;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/**
 * A headless Chromium on one page. A test that needs it is skipped, and says so, where the packages {@code chromium} and
 * {@code chromium-driver} are not installed.
 */
public final class Browser implements AutoCloseable {

    /** Held, or its level is lost: says of each newer Chromium that no protocol of its number is there, which nothing here uses. */
    private static final Logger PROTOCOLS = Logger.getLogger("org.openqa.selenium.devtools.CdpVersionFinder");

    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");

    private final Path profile;
    private final ChromeDriver driver;

    /**
     * Opens a file.
     *
     * @param fragment what follows {@code #} in the address; empty for none
     */
    public Browser(Path page, String fragment, int width, int height) throws IOException {
        assumeTrue(
                Files.isExecutable(CHROMIUM) && Files.isExecutable(DRIVER),
                "left out: no Chromium here (packages chromium and chromium-driver)");
        PROTOCOLS.setLevel(Level.SEVERE);
        profile = Files.createTempDirectory("sluice-browser");
        LoggingPreferences logging = new LoggingPreferences();
        logging.enable(LogType.BROWSER, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(CHROMIUM.toFile());
        options.setCapability("goog:loggingPrefs", logging);
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--hide-scrollbars",
                "--force-device-scale-factor=1",
                "--user-data-dir=" + profile);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(DRIVER.toFile())
                .usingAnyFreePort()
                .withTimeout(Duration.ofMinutes(1))
                .build();
        driver = new ChromeDriver(service, options);
        driver.manage().window().setSize(new Dimension(width, height));
        open(page, fragment);
    }

    /** Opens another file. */
    public void open(Path page, String fragment) {
        driver.get(page.toUri() + (fragment.isEmpty() ? "" : "#" + fragment));
    }

    /** The driver, to find and click. */
    public ChromeDriver driver() {
        return driver;
    }

    /** The value of {@code return ...} in the page. */
    public Object evaluate(String script, Object... arguments) {
        return driver.executeScript(script, arguments);
    }

    /** What the page wrote to its console as errors and warnings since the last call. */
    public List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(LogEntry::getMessage)
                .toList();
    }

    /** Saves what is to be seen as a PNG. */
    public void screenshot(Path file) throws IOException {
        Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
    }

    @Override
    public void close() throws IOException {
        driver.quit();
        try (Stream<Path> files = Files.walk(profile)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
