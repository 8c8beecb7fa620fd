// SPDX-License-Identifier: Apache-2.0
package dev.sluice.spark;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Main;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.SparkConf;
import org.slf4j.LoggerFactory;

/**
 * {@code sluice-spark}: {@code sluice sweep}, its points run by Apache Spark.
 *
 * <p>Everything is as with {@code sluice sweep} (journal, {@code --resume}, {@code --shard}, outputs), but for where points run.
 * {@code --master} and {@code --conf} are Spark's; {@code spark-submit} gives its own.
 */
public final class SparkSweep {
    private static final String MASTER = "spark.master";

    private SparkSweep() {}

    /** Runs the program and ends the process with its exit code. */
    public static void main(String[] args) {
        quieten();
        SparkConf conf = new SparkConf().setAppName("sluice sweep");
        List<String> words = new ArrayList<>();
        words.add("sweep");
        for (int i = 0; i < args.length; i++) {
            String word = args[i];
            int equals = word.indexOf('=');
            boolean inOne = word.startsWith("--") && equals > 0;
            String name = inOne ? word.substring(0, equals) : word;
            if (!name.equals("--master") && !name.equals("--conf")) {
                words.add(word);
                continue;
            }
            if (!inOne && i + 1 == args.length) {
                fail(name + " needs a value");
                return;
            }
            String value = inOne ? word.substring(equals + 1) : args[++i];
            if (name.equals("--master")) {
                conf.set(MASTER, value);
            } else if (value.indexOf('=') > 0) {
                conf.set(value.substring(0, value.indexOf('=')), value.substring(value.indexOf('=') + 1));
            } else {
                fail("--conf " + value + ": expected KEY=VALUE");
                return;
            }
        }
        conf.setIfMissing(MASTER, "local[*]");
        conf.setIfMissing("spark.ui.enabled", "false");
        Main.main(words.toArray(String[]::new), (session, inputs, jobs) -> new SparkPoints(session, conf));
    }

    /** What Spark complains of ends as one line; without this it comes with traces, and with what no user can change. */
    private static void quieten() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext logback) {
            logback.getLogger("org.apache.spark").setLevel(Level.OFF);
            logback.getLogger("org.apache.hadoop").setLevel(Level.OFF);
        }
    }

    private static void fail(String problem) {
        new PrintStream(System.err, true, StandardCharsets.UTF_8).println(problem);
        System.exit(ExitCode.BAD_INPUT);
    }
}
