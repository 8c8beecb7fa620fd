// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep;

import dev.sluice.config.ConfigException;
import dev.sluice.config.device.Overrides;
import dev.sluice.config.sweep.Axis;
import dev.sluice.config.sweep.SweepDefinition;
import dev.sluice.device.InvalidSpecException;
import dev.sluice.machine.fault.AllocationException;
import dev.sluice.machine.fault.KernelFaultException;
import dev.sluice.machine.fault.StreamException;
import dev.sluice.plugin.PluginException;
import dev.sluice.plugin.Plugins;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Refuses a sweep of which no point can begin, all for one reason: such a one is bad input, not a thousand failed points. */
final class CommonFault {
    private static final String SET = "--set ";

    private final SweepDefinition sweep;
    private final SweepFaults faults;
    private final PointFunction function;

    CommonFault(SweepDefinition sweep, SweepFaults faults, PointFunction function) {
        this.sweep = sweep;
        this.faults = faults;
        this.function = function;
    }

    /**
     * Makes points ready, up to the first one that can begin or that has a fault of its own.
     *
     * @throws ConfigException for what is wrong with every point
     * @throws PluginException for what a plug-in does wrong in every point
     */
    void refuse(List<Point> points) {
        RuntimeException first = null;
        List<String> shared = List.of();
        for (Point point : points) {
            RuntimeException fault = fault(point);
            if (fault == null || (first != null && !problem(fault).equals(problem(first)))) {
                return;
            }
            shared = first == null
                    ? point.settings()
                    : shared.stream().filter(point.settings()::contains).toList();
            first = first == null ? fault : first;
        }
        if (first != null) {
            throw first instanceof ConfigException bad ? placed(ofSettings(bad) ? of(shared, bad) : bad) : first;
        }
    }

    private static boolean ofSettings(ConfigException fault) {
        return fault.file().startsWith(SET);
    }

    /** A fault of a point's settings, as one of those that all points have. */
    private static ConfigException of(List<String> shared, ConfigException fault) {
        return shared.isEmpty() || shared.contains(fault.file().substring(SET.length()))
                ? fault
                : new ConfigException(Overrides.parse(shared).toString(), fault.problem());
    }

    /** What is wrong, be it told with other settings. */
    private static String problem(RuntimeException fault) {
        return fault instanceof ConfigException bad && ofSettings(bad) ? bad.problem() : said(fault);
    }

    /** What is wrong with a point before it begins; null for nothing, and for what only its run can tell. */
    private @Nullable RuntimeException fault(Point point) {
        try {
            function.prepare(point);
            return null;
        } catch (ConfigException e) {
            return e;
        } catch (StreamException | KernelFaultException e) {
            return new ConfigException(e.where(point.stream()), said(e));
        } catch (AllocationException e) {
            return new ConfigException(point.stream(), said(e));
        } catch (InvalidSpecException e) {
            return function.document(point).fault(e);
        } catch (RuntimeException | LinkageError e) {
            return Plugins.blame(e);
        }
    }

    /** A fault of one setting at that one's place; of several together as it is. */
    private ConfigException placed(ConfigException fault) {
        if (fault.file().indexOf(SET, 1) >= 0) {
            return fault;
        }
        ConfigException placed = fault;
        for (String setting : sweep.settings()) {
            placed = faults.ofSetting(setting, placed);
        }
        for (Axis axis : sweep.axes()) {
            placed = faults.ofAxis(axis, placed);
        }
        return placed;
    }

    private static String said(RuntimeException fault) {
        return String.valueOf(fault.getMessage());
    }
}
