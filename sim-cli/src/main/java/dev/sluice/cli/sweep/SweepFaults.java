// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep;

import dev.sluice.config.ConfigException;
import dev.sluice.config.sweep.Axis;
import dev.sluice.config.sweep.SweepDefinition;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/** Faults of what a sweep is made of, at their places in its file, or as the options that brought them about. */
final class SweepFaults {
    private static final String SET = "--set ";
    private static final String VARY = "--vary ";

    private final SweepDefinition sweep;

    SweepFaults(SweepDefinition sweep) {
        this.sweep = sweep;
    }

    /** A fault of a setting, {@code KEY=VALUE}, that holds for all points; of anything else as it is. */
    ConfigException ofSetting(String setting, ConfigException fault) {
        return fault.file().equals(SET + setting.strip()) ? ofSetting(setting, fault.problem()) : fault;
    }

    /** What is wrong with a setting that holds for all points. */
    ConfigException ofSetting(String setting, String problem) {
        return sweep.places().at("set." + key(setting), new ConfigException(SET + setting.strip(), problem));
    }

    /** A fault of the key that is varied; of anything else as it is. */
    ConfigException ofAxis(Axis axis, ConfigException fault) {
        String text = axis.name() + "=";
        return fault.file().startsWith(SET + text)
                ? sweep.places()
                        .at(
                                "vary." + axis.name(),
                                new ConfigException(VARY + fault.file().substring(SET.length()), fault.problem()))
                : fault;
    }

    /** What is wrong with varying a key at all. */
    ConfigException ofAxis(Axis axis, String problem) {
        return sweep.places().at("vary." + axis.name(), new ConfigException(VARY + axis.name(), problem));
    }

    /** A fault of a value that something takes. */
    ConfigException ofValue(String axis, String value, String problem) {
        return sweep.places().at("vary." + axis, value, new ConfigException(VARY + axis + "=" + value, problem));
    }

    /** A fault of a stream, or of a setting of it. */
    ConfigException ofStream(String stream, ConfigException fault) {
        String option = VARY + Axis.STREAM;
        if (!fault.file().startsWith(option)) {
            return ofFile("streams", stream, fault);
        }
        String setting = fault.file().substring(VARY.length());
        List<String> fixed = sweep.settings().stream()
                .map(String::strip)
                .filter(one -> key(one).equals(key(setting)))
                .toList();
        return fixed.contains(setting)
                ? ofSetting(fixed.get(fixed.size() - 1), fault.problem()) // which goes before the others
                : ofValue(key(setting), setting.substring(setting.indexOf('=') + 1), fault.problem());
    }

    /** A fault of a device or profile that holds for all points, or is varied. */
    ConfigException ofChoice(String key, String file, ConfigException fault) {
        boolean varied = sweep.axes().stream().anyMatch(axis -> axis.name().equals(key));
        return ofFile(varied ? "vary." + key : key, file, fault);
    }

    /** What is wrong in a file has its place there. */
    private ConfigException ofFile(String key, String file, ConfigException fault) {
        return fault.line() > 0 || exists(file) ? fault : sweep.places().at(key, file, fault);
    }

    private static boolean exists(String file) {
        try {
            return Files.isRegularFile(Path.of(file));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private static String key(String setting) {
        return setting.substring(0, Math.max(0, setting.indexOf('='))).strip();
    }
}
