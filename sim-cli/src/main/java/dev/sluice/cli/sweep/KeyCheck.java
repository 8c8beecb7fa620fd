// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep;

import dev.sluice.config.ConfigException;
import dev.sluice.config.device.DeviceSource;
import dev.sluice.config.device.Overrides;
import dev.sluice.config.sweep.Axis;
import dev.sluice.config.sweep.SweepDefinition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Refuses keys that no device of a sweep has: such a one is a slip, not a thousand failed points. */
final class KeyCheck {
    private final SweepDefinition sweep;
    private final SweepFaults faults;
    private final List<Known> devices;

    /** A device with the settings whose keys it has. */
    private record Known(DeviceSource device, List<String> settings) {
        /** Why it cannot be given a setting; null when it can. */
        @Nullable
        ConfigException fault(String setting) {
            List<String> all = new ArrayList<>(settings);
            all.add(setting);
            try {
                device.with(Overrides.parse(all));
                return null;
            } catch (ConfigException e) {
                return e;
            }
        }
    }

    KeyCheck(SweepDefinition sweep, Collection<DeviceSource> devices, SweepFaults faults) {
        this.sweep = sweep;
        this.faults = faults;
        this.devices = devices.stream()
                .map(device -> new Known(device, new ArrayList<>()))
                .toList();
    }

    /** @throws ConfigException for the first key that no device has, or that is none */
    void run() {
        for (String setting : lastOfEachKey()) {
            ConfigException fault = faultOfAll(setting);
            if (fault != null) {
                throw faults.ofSetting(setting, fault);
            }
            for (Known known : devices) {
                if (known.fault(setting) == null) {
                    known.settings().add(setting);
                }
            }
        }
        for (Axis axis : sweep.axes()) {
            if (axis.ofDevice()) {
                check(axis);
            }
        }
    }

    private void check(Axis axis) {
        for (String value : axis.values()) {
            try {
                Overrides.parse(List.of(axis.name() + "=" + value));
            } catch (ConfigException e) {
                throw faults.ofAxis(axis, e);
            }
        }
        ConfigException fault = faultOfAll(axis.name() + "=" + axis.values().get(0));
        if (fault != null) {
            throw faults.ofAxis(axis, fault);
        }
    }

    /** Why no device can be given a setting; null when one can. */
    private @Nullable ConfigException faultOfAll(String setting) {
        ConfigException fault = null;
        for (Known known : devices) {
            fault = known.fault(setting);
            if (fault == null) {
                return null;
            }
        }
        return fault;
    }

    /** The settings of devices that hold for all points: of one key the last, which goes before the others. */
    private Collection<String> lastOfEachKey() {
        Map<String, String> last = new LinkedHashMap<>();
        for (String setting : sweep.settings()) {
            if (!setting.startsWith(Axis.STREAM)) {
                last.put(setting.substring(0, setting.indexOf('=')).strip(), setting);
            }
        }
        return last.values();
    }
}
