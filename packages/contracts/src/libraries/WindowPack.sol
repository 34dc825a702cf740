// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { ITaskEscrow } from "../interfaces/ITaskEscrow.sol";

/// @title WindowPack
/// @notice Packs seven windows into one word, so that a deployment can store its bounds as immutables.
library WindowPack {
    uint256 internal constant COUNT = 7;
    uint256 internal constant OPEN = 0; // the index of `open`
    uint256 internal constant RESUBMIT = 3; // the index of `resubmit`
    uint256 private constant BITS = 24;

    /// @notice Packs the seven windows of `w`, the first in the lowest 24 bits.
    /// @param w the windows
    /// @return packed the windows in one word
    function pack(ITaskEscrow.Windows memory w) internal pure returns (uint256 packed) {
        packed = w.rate;
        packed = (packed << BITS) | w.rule;
        packed = (packed << BITS) | w.contest;
        packed = (packed << BITS) | w.resubmit;
        packed = (packed << BITS) | w.review;
        packed = (packed << BITS) | w.work;
        packed = (packed << BITS) | w.open;
    }

    /// @notice The window at `index`, in the order of `Windows`.
    /// @param packed the packed windows
    /// @param index its zero-based position in `Windows`
    /// @return the window in seconds
    function windowAt(uint256 packed, uint256 index) internal pure returns (uint24) {
        return uint24(packed >> (index * BITS));
    }

    /// @notice Reverses `pack`.
    /// @param packed the packed windows
    /// @return the windows
    function unpack(uint256 packed) internal pure returns (ITaskEscrow.Windows memory) {
        return
            ITaskEscrow.Windows({
                open: windowAt(packed, 0),
                work: windowAt(packed, 1),
                review: windowAt(packed, 2),
                resubmit: windowAt(packed, 3),
                contest: windowAt(packed, 4),
                rule: windowAt(packed, 5),
                rate: windowAt(packed, 6)
            });
    }
}
