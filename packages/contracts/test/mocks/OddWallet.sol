// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

/// @notice A wallet, or an EIP-7702 delegate, that accepts no signature, in one of several ways.
contract OddWallet {
    enum Answer {
        Nothing,
        Refusal,
        ShortMagic,
        DirtyMagic,
        Revert,
        RevertWithMagic,
        RevertBomb,
        Burn
    }

    bytes32 private constant MAGIC = bytes32(bytes4(0x1626ba7e));
    Answer private immutable _answer;

    constructor(Answer answer) {
        _answer = answer;
    }

    fallback() external {
        if (_answer == Answer.Refusal) _end(bytes32(bytes4(0xffffffff)), 32, false);
        if (_answer == Answer.ShortMagic) _end(MAGIC, 31, false);
        if (_answer == Answer.DirtyMagic) _end(MAGIC | bytes32(uint256(1)), 32, false);
        if (_answer == Answer.Revert) _end(0, 0, true);
        if (_answer == Answer.RevertWithMagic) _end(MAGIC, 32, true);
        if (_answer == Answer.RevertBomb) _end(MAGIC, 250_000, true);
        while (_answer == Answer.Burn) {}
    }

    function _end(bytes32 word, uint256 size, bool reverting) private pure {
        assembly ("memory-safe") {
            let at := mload(0x40)
            mstore(at, word)
            if reverting {
                revert(at, size)
            }
            return(at, size)
        }
    }
}
