// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { EscrowErrors } from "../../src/libraries/EscrowErrors.sol";
import { Ownable } from "@openzeppelin/contracts/access/Ownable.sol";
import { Base } from "../Base.t.sol";

contract SetTreasury is Base {
    function test_RevertWhen_TheCallerIsNotTheOwner() public {
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, treasury));
        vm.prank(treasury);
        escrow.setTreasury(treasury);
    }

    function test_C14_RevertWhen_TheTreasuryCanNeverPayTheMoneyOut() public {
        address[4] memory traps = moneyTraps();
        vm.startPrank(owner);
        for (uint256 i = 0; i < traps.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(EscrowErrors.InvalidRecipient.selector, traps[i]));
            escrow.setTreasury(traps[i]);
        }
    }

    function test_WhenTheOwnerNamesATreasury() public {
        uint256 id = funded();
        address other = makeAddr("other treasury");
        expectEvent();
        emit ITaskEscrow.TreasuryChanged(other);
        vm.prank(owner);
        escrow.setTreasury(other);
        assertEq(escrow.treasury(), other);
        vm.prank(poster);
        escrow.cancelTask(id);
        assertEq(usdc.balanceOf(other), CANCEL_FEE);
    }
}
