// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.help;

import dev.sluice.config.bind.Nearest;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What to say of a command that there is none of: where that is which other tools call so, else the nearest name. */
public final class NoSuchCommand {

    /** What is typed by those who come from layers, profilers and other simulators. */
    private static final Map<String, String> ELSEWHERE = elsewhere();

    private NoSuchCommand() {}

    /** One line, without help on where help is. */
    public static String said(String name, Collection<String> commands) {
        return name + ": no such command" + hint(name, commands);
    }

    /** What is said behind that: {@code ; } and where it is. */
    public static String hint(String name, Collection<String> commands) {
        String there = ELSEWHERE.get(name.toLowerCase(Locale.ROOT));
        return there == null ? Nearest.hint(name, commands) : "; " + there;
    }

    /** All names of elsewhere, and what is said of each. */
    static Map<String, String> known() {
        return ELSEWHERE;
    }

    private static Map<String, String> elsewhere() {
        Map<String, String> all = new HashMap<>();
        put(all, "lint is part of 'check'", "lint");
        put(all, "'check' finds them", "hazards", "races", "sync", "syncval");
        put(all, "'check' proposes cures for hazards", "cure", "fix");
        put(all, "'run' simulates a stream, 'replay' a trace", "sim", "simulate", "execute", "exec", "start");
        put(all, "'replay' replays a trace, 'run --record' writes one, 'run --trace' a timeline", "trace", "record");
        put(all, "'run --trace' writes a timeline", "timeline", "perfetto");
        put(
                all,
                "'run' reports counters and times, 'run --csv' as tables",
                "stat",
                "stats",
                "statistics",
                "counters",
                "csv");
        put(all, "'run' says where time went, 'list profiles' names barrier profiles", "profile", "perf");
        put(all, "'run --analyze' does", "analyse", "analyze", "analysis", "roofline");
        put(all, "'run --html' writes a report for a browser", "report", "html");
        put(all, "'run --energy' estimates it", "energy", "power", "area");
        put(
                all,
                "'run --barriers' tells what each barrier cost, 'barrier' the price of one alone",
                "cost",
                "price",
                "barriers");
        put(
                all,
                "'run --explain' tells the story of a barrier, 'run --follow' that of bytes",
                "explain",
                "story",
                "follow");
        put(all, "'step' looks inside a run in the terminal, 'view' in a browser", "debug", "inspect", "gdb");
        put(all, "'advise' finds cheaper barriers", "optimise", "optimize", "tune");
        put(all, "'compare' does", "diff");
        put(all, "'import' turns captures into streams", "capture", "convert");
        put(all, "'validate' checks files, 'litmus' tests the memory model", "test");
        put(all, "'list' names what there is, 'describe' tells of a device", "show", "info", "device");
        put(all, "'sluice --version' does", "version");
        for (String listed :
                List.of("devices", "profiles", "policies", "prefetchers", "hashes", "rules", "streams", "sweeps")) {
            put(all, "'list " + listed + "' names them", listed);
        }
        return Collections.unmodifiableMap(all);
    }

    private static void put(Map<String, String> all, String there, String... names) {
        for (String name : names) {
            all.put(name, there);
        }
    }
}
