// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

/// @notice For tests: a wallet, also usable as a wallet factory, that answers every call in one hostile way.
contract HostileWallet {
    enum Answer {
        Revert,
        RevertBomb,
        GasBomb,
        ReturnBomb,
        ModexpBomb,
        Nothing,
        WrongMagic,
        ShortMagic,
        LowMagic,
        DirtyMagic,
        True,
        StateChange,
        MagicForOriginZero
    }

    bytes32 private constant MAGIC = bytes32(bytes4(0x1626ba7e));
    Answer private immutable _answer;
    uint256 private _calls;

    constructor(Answer answer) {
        _answer = answer;
    }

    fallback() external payable {
        if (_answer == Answer.Revert) revert("no");
        if (_answer == Answer.RevertBomb) _end(MAGIC, 500_000, true);
        if (_answer == Answer.ReturnBomb) _end(MAGIC, 500_000, false);
        if (_answer == Answer.GasBomb) while (true) { }
        if (_answer == Answer.ModexpBomb) _burnInModexp();
        if (_answer == Answer.WrongMagic) _end(bytes32(bytes4(0xffffffff)), 32, false);
        if (_answer == Answer.ShortMagic) _end(MAGIC, 4, false);
        if (_answer == Answer.LowMagic) _end(MAGIC >> 224, 32, false);
        if (_answer == Answer.DirtyMagic) _end(MAGIC | bytes32(uint256(1)), 32, false);
        if (_answer == Answer.True) _end(bytes32(uint256(1)), 32, false);
        if (_answer == Answer.MagicForOriginZero && tx.origin == address(0)) _end(MAGIC, 32, false);
        if (_answer == Answer.StateChange) {
            ++_calls;
            _end(MAGIC, 32, false);
        }
    }

    /// @dev Ends the call with `size` bytes of return data that start with `word`.
    function _end(bytes32 word, uint256 size, bool reverts) private pure {
        assembly {
            mstore(0, word)
            if reverts { revert(0, size) }
            return(0, size)
        }
    }

    /// @dev The precompile that takes the most time for its gas.
    function _burnInModexp() private view {
        bytes memory input = new bytes(96 + 3 * 1024);
        assembly {
            mstore(add(input, 32), 1024)
            mstore(add(input, 64), 1024)
            mstore(add(input, 96), 1024)
            for { let at := 128 } lt(at, 3200) { at := add(at, 32) } { mstore(add(input, at), not(1)) }
            for { } 1 { } { pop(staticcall(gas(), 5, add(input, 32), mload(input), 0, 0)) }
        }
    }
}
