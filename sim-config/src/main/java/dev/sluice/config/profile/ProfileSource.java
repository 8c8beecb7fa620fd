// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.profile;

import dev.sluice.program.sync.BarrierProfile;

/** A barrier profile with the file that it was read from. */
public final class ProfileSource {
    private final BarrierProfile profile;
    private final String file;
    private final byte[] bytes;

    private ProfileSource(BarrierProfile profile, String file, byte[] bytes) {
        this.profile = profile;
        this.file = file;
        this.bytes = bytes;
    }

    /** Reads {@code bytes} as the file {@code file}. */
    static ProfileSource of(String file, byte[] bytes) {
        return new ProfileSource(BarrierProfileReader.read(file, bytes), file, bytes);
    }

    /** The same file for a variant that is in it. */
    ProfileSource with(BarrierProfile variant) {
        return new ProfileSource(variant, file, bytes);
    }

    /** The profile. */
    public BarrierProfile profile() {
        return profile;
    }

    /** The name of the file. */
    public String file() {
        return file;
    }

    /** What is in the file. */
    public byte[] bytes() {
        return bytes.clone();
    }
}
